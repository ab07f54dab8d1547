// The second half of a partition of mixed records: the groups are known, and each value gives way
// to what stands for its group, so that the records of a group cannot be told apart. Why it is not
// one with parts/microaggregate.h is said there.
#pragma once

#include "lethe/algo/partition/clusters.h"
#include "lethe/knowledge/measure.h"
#include "lethe/method/method.h"

namespace lethe::mask {

enum class Publish {
    interval,        // "[2,5]" for numbers and ordinal categories, the least common subsumer of
                     // concepts, "{a,b}" for the others
    set,             // "[2,5]" for numbers, "{a,b}" for all categories
    representative,  // one value: the mean or median of numbers, the lower median of ordinal
                     // categories, the semantic centre of concepts, the most frequent of the
                     // others, the first of these in a tie
};

enum class NumberAverage { mean, median };

// Where a group has but one value it is shown as it is. Interval columns are ordinal (by lower,
// then upper end). A category that holds a comma, a bracket or a quotation mark stands in quotation
// marks inside an interval or a set.
//
// Where the value of one record of a group is missing, those of the whole group become missing in
// that column: the column would tell the records apart. Such cells are counted and warned of.
//
// A column with a taxonomy has concepts, and its centre is that of `measure`. A group of which a
// value has no concept and another differs from it has no common subsumer: it is shown as a set.
//
// Facts: groups, smallest, largest, and suppressed_cells by column. Does not depend on the order of
// the rows. Linear but for sorting labels, columns in parallel.
MaskOutput publish_groups(const MaskInput& input, const Clusters& groups, Publish publish,
                          NumberAverage average, const MeasureOptions& measure);

}  // namespace lethe::mask
