// The walk that every rank swapping makes.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "lethe/algo/branch_and_cut/shrinking_set.h"
#include "lethe/core/context.h"
#include "lethe/core/error.h"

namespace lethe {

// Goes through the ranks 0 .. size - 1 in order; each that is not yet paired is paired with
// choose(rank, free), another free rank, or stays alone where that is negative. `free` holds the
// ranks above it that are not paired: those below are all done. Result: for each rank the rank
// whose value it takes. Linear, and the cost of the choices. Error(input) above 2^31 - 1 ranks.
template <class Choose>
std::vector<std::int32_t> pair_ranks(const Context& context, std::int64_t size, Choose choose) {
    if (size > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::input, fmt::format("{} values are more than can be ranked ({})",
                                                  size, std::numeric_limits<std::int32_t>::max()));
    }
    constexpr std::int64_t kRanksBetweenChecks = 1 << 16;
    std::vector<std::int32_t> source(static_cast<std::size_t>(size));
    std::iota(source.begin(), source.end(), 0);
    ShrinkingSet free(size);
    for (std::int64_t rank = 0; rank < size; ++rank) {
        if (rank % kRanksBetweenChecks == 0) context.check_stop();
        if (!free.contains(rank)) continue;
        free.remove(rank);
        const std::int64_t partner = choose(rank, std::as_const(free));
        if (partner < 0) continue;
        free.remove(partner);
        std::swap(source[static_cast<std::size_t>(rank)],
                  source[static_cast<std::size_t>(partner)]);
    }
    return source;
}

}  // namespace lethe
