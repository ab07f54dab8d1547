// k-anonymity of whole sets by partition from the top: every record shows the same generalised set
// as at least k - 1 others (He, Naughton: Anonymization of set-valued data via top-down, local
// generalization, 2009).
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/sets/item_forest.h"
#include "lethe/core/context.h"

namespace lethe::sets {

struct SetGroups {
    std::vector<std::int64_t> group_of;  // of each record
    Lists<Node> shown;                   // of each group, ascending; nothing: suppressed
    double loss = 0;                     // mean penalty over the items of all records
};

// Error(unmet) where k is more than there are records, unless there is none.
SetGroups top_down_groups(const Context& context, const ItemForest& forest,
                          const SetRecords& records, std::int64_t k);

}  // namespace lethe::sets
