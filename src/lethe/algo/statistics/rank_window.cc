// Rank swapping in near-linear time.
//
// The candidates of rank i are the unswapped ranks of (i, i + window]. At 10 % of ten million
// values that is up to a million ranks, far too many to list for each i. But the walk is in rank
// order, so when it stands at i every rank below is done: if done ranks and swapped ranks leave the
// set of ranks, its smallest members are exactly the candidates. Their number needs no counting
// either: it grows by one with each rank that enters the window and falls by one with each removal.
// So a draw below that number, and one select on the set, give the same choice as listing the
// candidates in rank order and taking the r-th.
#include "lethe/algo/statistics/rank_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/linkage/pair_ranks.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {

std::int64_t rank_window(double percent, std::int64_t size) {
    const double exact = percent * static_cast<double>(size) / 100.0;
    const double nearest = std::round(exact);
    const bool whole = std::abs(exact - nearest) <= 1e-12 * std::max(1.0, exact);
    return std::max<std::int64_t>(1,
                                  static_cast<std::int64_t>(whole ? nearest : std::floor(exact)));
}

std::vector<std::int32_t> swap_ranks(const Context& context, std::int64_t size, std::int64_t window,
                                     const Stream& stream) {
    if (window < 1) {
        throw Error(ErrorKind::usage,
                    fmt::format("the window is {} ranks; it must be at least 1", window));
    }
    std::int64_t reach = 0;       // ranks below this are or were in the window
    std::int64_t candidates = 0;  // the free ones of these; ranks enter the window free
    const auto choose = [&](std::int64_t rank, const ShrinkingSet& free) -> std::int64_t {
        const std::int64_t end = window < size - rank ? rank + window + 1 : size;
        candidates += end - reach - 1;  // without `rank` itself
        reach = end;
        if (candidates == 0) return -1;
        const auto choice = stream.at(rank).below(static_cast<std::uint64_t>(candidates));
        --candidates;
        return free.select(static_cast<std::int64_t>(choice));
    };
    return pair_ranks(context, size, choose);
}

std::vector<std::int32_t> rows_at_ranks(const Context& context, std::span<const std::int32_t> order,
                                        std::span<const std::int32_t> ranks) {
    std::vector<std::int32_t> rows(ranks.size());
    parallel_chunks(context, std::ssize(ranks), [&](std::int64_t begin, std::int64_t end, auto) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            rows[i] = order[static_cast<std::size_t>(ranks[i])];
        }
    });
    return rows;
}

}  // namespace lethe
