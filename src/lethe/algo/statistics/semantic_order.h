// The semantic sort: an order of tuples by their distance from the most extreme of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

// A tuple and how many records of a set have it.
struct TupleCount {
    std::int32_t tuple = 0;
    std::int64_t count = 0;

    friend bool operator==(const TupleCount&, const TupleCount&) = default;
};

// The tuple farthest from the centre of the set; in a tie the first. `tuples` is ascending.
std::int32_t extreme_tuple(const TupleSpace& space, std::span<const TupleCount> tuples,
                           Weighting weighting, const CentreOptions& centre);

// By distance from `reference`, that first if it is among them; ties in canonical order.
std::vector<TupleCount> semantic_order(const TupleSpace& space, std::span<const TupleCount> tuples,
                                       Weighting weighting, std::int32_t reference);

// The rows of a column with a taxonomy that hold a value, in the semantic order: by
// the distance of their concepts from the one that is farthest from the centre of all; equally far
// ones by their labels, rows of one concept ascending.
std::vector<std::int32_t> semantic_ranking(const Context& context, const Table& table,
                                           const std::string& column,
                                           const MeasureOptions& measure);

}  // namespace lethe
