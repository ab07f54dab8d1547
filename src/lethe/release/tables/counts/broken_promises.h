// Warnings of guarantees that do not hold in the released file.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::release {

// A sentence for each step whose promise was counted and does not hold, of whatever kind it is: k
// of groups, privacy models, k^m-anonymity of sets; and of k that linked tables break
// (link_counts.h). `guarantees`: as count_guarantees makes them.
std::vector<std::string> broken_promises(const Json& guarantees);

}  // namespace lethe::release
