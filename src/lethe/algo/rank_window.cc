// Rank swapping in near-linear time.
//
// The candidates of rank i are the unswapped ranks of (i, i + window]. At 10 % of ten million
// values that is up to a million ranks, far too many to list for each i. But the walk is in rank
// order, so when it stands at i every rank below is done: if done ranks and swapped ranks leave the
// set of ranks, its smallest members are exactly the candidates. Their number needs no counting
// either: it grows by the one rank that enters the window with each step and falls by one with each
// removal. So a draw below that number, and one select on the set, give the same choice as listing
// the candidates in rank order and taking the r-th.
#include "lethe/algo/rank_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lethe/algo/shrinking_set.h"
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
    if (size > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, fmt::format("{} values are more than can be ranked ({})",
                                                  size, std::numeric_limits<std::int32_t>::max()));
    }
    constexpr std::int64_t kRanksBetweenChecks = 1 << 16;
    std::vector<std::int32_t> source(static_cast<std::size_t>(size));
    std::iota(source.begin(), source.end(), 0);
    ShrinkingSet unswapped(size);
    std::int64_t reach = std::min(window, size);  // ranks below this are or were in the window
    std::int64_t candidates = reach;  // the unswapped ones of these, rank i included at its turn
    for (std::int64_t i = 0; i < size; ++i) {
        if (i % kRanksBetweenChecks == 0) context.check_stop();
        if (reach < size) {
            ++reach;
            ++candidates;
        }
        if (!unswapped.contains(i)) continue;
        unswapped.remove(i);
        if (--candidates == 0) continue;
        const auto choice = stream.at(i).below(static_cast<std::uint64_t>(candidates));
        const std::int64_t partner = unswapped.select(static_cast<std::int64_t>(choice));
        unswapped.remove(partner);
        --candidates;
        source[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(partner);
        source[static_cast<std::size_t>(partner)] = static_cast<std::int32_t>(i);
    }
    return source;
}

std::vector<std::int32_t> rank_swap(const Context& context, std::span<const std::int32_t> order,
                                    std::int64_t window, const Stream& stream) {
    const auto size = static_cast<std::int64_t>(order.size());
    std::vector<std::int32_t> source = swap_ranks(context, size, window, stream);
    parallel_chunks(context, size, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            source[i] = order[static_cast<std::size_t>(source[i])];
        }
    });
    return source;
}

}  // namespace lethe
