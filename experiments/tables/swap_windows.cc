#include "experiments/tables/swap_windows.h"

#include <numeric>
#include <utility>
#include <vector>

#include "experiments/support.h"
#include "lethe/algo/statistics/rank_window.h"
#include "lethe/table/mask/parts/swapping.h"

namespace lethe::reproduction {
namespace {

// The definition, candidate by candidate: in rank order a rank that is not yet swapped draws among
// those above it that are not, at most `reach` away. For each rank the rank whose value it takes.
std::vector<std::int32_t> partners(SwapWindow window, std::int64_t size, std::int64_t reach,
                                   const Stream& stream) {
    std::vector<std::int32_t> source(static_cast<std::size_t>(size));
    std::iota(source.begin(), source.end(), std::int32_t{0});
    std::vector<bool> swapped(source.size(), false);
    std::vector<std::int64_t> candidates;
    for (std::int64_t rank = 0; rank < size; ++rank) {
        const auto at = static_cast<std::size_t>(rank);
        if (swapped[at] || (window == SwapWindow::whole && rank + reach >= size)) continue;
        candidates.clear();
        for (std::int64_t above = rank + 1; above <= rank + reach; ++above) {
            const bool beyond = above >= size;
            if (beyond ? window == SwapWindow::open : !swapped[static_cast<std::size_t>(above)]) {
                candidates.push_back(above);
            }
        }
        if (candidates.empty()) continue;
        const std::int64_t chosen = candidates[static_cast<std::size_t>(
            stream.at(rank).below(static_cast<std::uint64_t>(candidates.size())))];
        if (chosen >= size) continue;
        const auto other = static_cast<std::size_t>(chosen);
        std::swap(source[at], source[other]);
        swapped[at] = swapped[other] = true;
    }
    return source;
}

}  // namespace

Table swapped_by(SwapWindow window, double p, const Table& table, const Random& random,
                 const Context& context) {
    if (window == SwapWindow::shortened) {
        return mask_with("rank-swapping", {{"p", p}}, table, random, context);
    }
    const MaskInput input{table, table.names(), random, context};
    const auto swap = [&](const Context&, const std::string&, std::int64_t values,
                          const Stream& stream) -> mask::RankSwap {
        const std::int64_t reach = rank_window(p, values);
        return {partners(window, values, reach, stream), reach};
    };
    return table.with(mask::swap_columns(input, "window_ranks", swap).changed);
}

}  // namespace lethe::reproduction
