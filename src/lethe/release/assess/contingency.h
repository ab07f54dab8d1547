// Two columns beside each other, before and after: how many people are in each cell.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/assess/comparable.h"

namespace lethe {

// {"columns": [a, b], "labels": [[of a], [of b]], "before": [[counts]], "after", "difference",
// "total_variation", "association_before", "association_after"}: a row for each label of `a`. The
// difference is in percent points of all rows of each file, the total variation between 0 and 1,
// the associations are Cramer's V of these cells (null where one side has a single label).
//
// Numbers with more than twelve values in the two files go into eight bins that hold about as many
// of the original each; numbers outside its range are in the first and the last. Of categories the
// twelve most frequent of the original are shown (an ordinal column's in its order), "(other)"
// counts the rest of either file and "(missing)" what is not there. The columns are of the pair.
Json contingency(const Context& context, const Comparable& pair, const std::string& a,
                 const std::string& b);

}  // namespace lethe
