// Which attacks a release record calls for.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::attack {

// The attacks that know what to do with the methods of the record on the columns of a table; none
// without a record. Error(input) for a record whose steps cannot be read.
std::vector<std::string> attacks_on(const Json& record, const Table& table);

}  // namespace lethe::attack
