// The intruder who matches exactly: she knows the values of a person and the form in which values
// were released, and takes the released records that agree with them.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/method/comparison.h"

namespace lethe::attack {

// For each row of the masked table how many released records agree with what is known about its
// person; 0 where its own does not. Records of people whose links are known (training) are not
// counted: they are nobody else's. A released value agrees
// - where it is the known one; missing agrees with missing;
// - where it is missing and the column has suppressed values (missing in the release alone): with
//   anything, for it may have been suppressed;
// - where it is a label that the original does not have (an interval, merged categories) and
//   covers the known value, as far as that can be told;
// - in a numeric column that was recoded in order (rounded, top-coded: equal values stay equal and
//   a larger one never becomes smaller), where it is what the known value was recoded to.
// Values that were changed in any other way are not found by exact matching: that is what linkage
// by distance is for.
std::vector<std::int64_t> exact_matches(const AssessInput& input);

}  // namespace lethe::attack
