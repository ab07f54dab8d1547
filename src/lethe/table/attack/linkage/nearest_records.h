// The released records that are nearest to a person, by the columns that an intruder knows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// Classes of the release (records that agree on all columns) at one distance of a person.
struct Shell {
    std::vector<std::int32_t> classes;
};

// For each of the given rows of the original the nearest classes of the release, nearest first:
// shells of equal distance, until they hold at least `count` classes. The distance is that of
// distance-linkage: Euclid on columns standardised in each file where all are numbers, otherwise
// the mean over the columns. `groups` are the classes of the masked table by the columns of the
// input. Each row is compared with the whole release.
std::vector<std::vector<Shell>> nearest_classes(const AssessInput& input, const Groups& groups,
                                                const std::vector<std::int64_t>& rows,
                                                std::int64_t count);

}  // namespace lethe::attack
