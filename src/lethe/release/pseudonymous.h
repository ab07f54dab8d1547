// Columns whose values become pseudonyms: identifiers that stay in a release.
#pragma once

#include <string>

#include "lethe/release/policy.h"

namespace lethe::release {

// Whether a step of the policy puts pseudonyms in place of the column's values, and nobody drops
// it.
bool gets_pseudonyms(const Policy& policy, const std::string& column);

}  // namespace lethe::release
