// How alike two partitions of the same records are.
//
// Most indices count pairs of records: `both` together in both partitions, `first` together only in
// the first, `second` only in the second, `neither` in none. The last two are by entropies.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/core/context.h"

namespace lethe {

struct PairCounts {
    std::int64_t both = 0;
    std::int64_t first = 0;
    std::int64_t second = 0;
    std::int64_t neither = 0;

    std::int64_t all() const { return both + first + second + neither; }
    friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// All but Mirkin's are 1 for equal partitions, whatever these are: also of one record, of one
// class, and of classes of one record each, where some quotients are 0 / 0. Other quotients of that
// kind are 0: nothing is shared.
struct PartitionSimilarity {
    PairCounts pairs;
    double rand = 1;             // (both + neither) / all
    double adjusted_rand = 1;    // the same, corrected for chance (Hubert and Arabie 1985)
    double jaccard = 1;          // both / (both + first + second)
    double fowlkes_mallows = 1;  // both / sqrt((both + first) (both + second))
    // both / (both + first): the share of the first partition's pairs that the second keeps; and
    // the other way round. Their geometric mean is the index of Fowlkes and Mallows.
    double wallace_first = 1;
    double wallace_second = 1;
    double mirkin = 0;       // a distance: 2 (first + second) / n^2, between 0 and 1
    double mantaras = 1;     // 1 - (H(P|Q) + H(Q|P)) / H(P, Q)
    double information = 1;  // what both share, normalised: 2 I(P; Q) / (H(P) + H(Q))
};

// Class numbers from 0 up, of each record in each partition. Linear in the records, and it holds
// the cells of the table of both. Error(internal) when the lengths differ.
PartitionSimilarity partition_similarity(const Context& context, std::span<const std::int32_t> p,
                                         std::span<const std::int32_t> q);

}  // namespace lethe
