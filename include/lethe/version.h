// The version of the library, as releases record it.
#pragma once

#include <string_view>

namespace lethe::api {

std::string_view version();  // "0.1.0"

}  // namespace lethe::api
