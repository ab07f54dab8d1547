// JSON from files.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe {

Json read_json(const std::string& path);  // Error(io); Error(input) unless it is JSON

}  // namespace lethe
