// Sets of columns whose cells a record may lose, the cheapest first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

struct SuppressionSet {
    double cost = 0.0;
    std::uint32_t columns = 0;  // as bits
};

// The columns by their number of different values, most first.
std::vector<std::size_t> richest_columns(const Context& context, const Table& table,
                                         std::span<const std::string> columns);

// All 2^columns sets by cost, then the fewest columns, then the richest columns.
std::vector<SuppressionSet> suppression_sets(std::span<const double> costs,
                                             std::span<const std::size_t> richest);

}  // namespace lethe
