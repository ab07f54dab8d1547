// How far the values of each column moved, by what they mean.
//
// Categories by the distance of space/attribute/attribute.h: concepts by a measure, others by
// equality, ordered ones by steps_over_count. Numbers by their difference divided by the range of
// the original. These are the distances of space/tuple_space.h in full precision. Missing, and a
// text without a concept, are as far as can be from all other values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/method/comparison.h"

namespace lethe::loss {

struct MovedColumn {
    std::string name;
    std::vector<double> distance;  // from the original, by row of the masked table
    // The distance of what is as far as can be: 1, or with a measure that has no such limit the
    // largest distance between two values of the original, or between a value and what it became.
    double most = 1;
    // A distance times this is in standard deviations of the original; 1 for categories.
    double deviations = 1;
};

std::vector<MovedColumn> moved_columns(const AssessInput& input, const MeasureOptions& measure);

}  // namespace lethe::loss
