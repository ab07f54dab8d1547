#include "lethe/algo/partition/suppression/suppression_sets.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "lethe/data/groups.h"

namespace lethe {

std::vector<std::size_t> richest_columns(const Context& context, const Table& table,
                                         std::span<const std::string> columns) {
    std::vector<std::int64_t> different;
    for (const std::string& name : columns) {
        different.push_back(group_rows(context, table, std::vector{name}).classes());
    }
    std::vector<std::size_t> richest(columns.size());
    std::iota(richest.begin(), richest.end(), std::size_t{0});
    std::stable_sort(richest.begin(), richest.end(),
                     [&](std::size_t a, std::size_t b) { return different[a] > different[b]; });
    return richest;
}

std::vector<SuppressionSet> suppression_sets(std::span<const double> costs,
                                             std::span<const std::size_t> richest) {
    std::vector<SuppressionSet> all(std::size_t{1} << costs.size());
    std::vector<std::uint32_t> ranked(all.size(), 0);  // by the ranks of its columns
    for (std::uint32_t set = 0; set < all.size(); ++set) {
        all[set].columns = set;
        for (std::size_t j = 0; j < costs.size(); ++j) {
            if ((set >> j & 1U) != 0) all[set].cost += costs[j];
        }
        for (std::size_t rank = 0; rank < richest.size(); ++rank) {
            ranked[set] |= (set >> richest[rank] & 1U) << rank;
        }
    }
    std::sort(all.begin(), all.end(), [&](const SuppressionSet& a, const SuppressionSet& b) {
        if (a.cost != b.cost) return a.cost < b.cost;
        if (std::popcount(a.columns) != std::popcount(b.columns)) {
            return std::popcount(a.columns) < std::popcount(b.columns);
        }
        return ranked[a.columns] < ranked[b.columns];
    });
    return all;
}

}  // namespace lethe
