// The JSON type used for parameters, records and results; keys keep their order.
#pragma once

#include <nlohmann/json.hpp>

namespace lethe {

using Json = nlohmann::ordered_json;

}  // namespace lethe
