// Which attacks a release record calls for.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::attack {

// The attacks that know what to do with the methods of the record; none without one. Error(input)
// for a record whose steps cannot be read.
std::vector<std::string> attacks_on(const Json& record);

}  // namespace lethe::attack
