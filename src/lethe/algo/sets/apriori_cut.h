// k^m-anonymity of sets by one recoding of the items: every combination of up to m released items
// that occurs is in at least k records (Terrovitis, Mamoulis, Kalnis: Privacy-preserving
// anonymization of set-valued data, 2008; their Apriori-based anonymization).
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/sets/item_forest.h"
#include "lethe/core/context.h"

namespace lethe::sets {

struct SetCut {
    // What each node is released as: itself, a node above it, kGone. Nodes that are released as
    // one above them are so with all that is below that one.
    std::vector<Node> image;
    double loss = 0;  // mean penalty over the items of all records
};

// 1 <= m <= kMostKnownItems. Error(unmet) where k is more than there are records, unless there is
// none, or where there is too much to count. The result does not depend on the order of the
// records.
inline constexpr std::int64_t kMostKnownItems = 3;
SetCut apriori_cut(const Context& context, const ItemForest& forest, const SetRecords& records,
                   std::int64_t k, std::int64_t m);

}  // namespace lethe::sets
