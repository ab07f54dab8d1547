// A pool of a space against the plain one: the same answers whatever is removed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/space/plain_pool.h"

namespace lethe::test {

template <class Pool, class S>
void expect_same_pools(const Context& context, const S& space, const Random& random, Draws& draws,
                       int run) {
    Pool pool(context, space);
    PlainPool<S> plain(context, space);
    std::vector<std::int64_t> near, plain_near;
    const std::int64_t rows = space.rows();
    for (const std::int64_t row : random_permutation(random.part(7).stream("order"), rows)) {
        const auto other = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(rows)));
        const auto count = static_cast<std::int64_t>(draws.below(12));
        ASSERT_EQ(pool.size(), plain.size());
        ASSERT_EQ(pool.farthest_from_centroid(), plain.farthest_from_centroid()) << run;
        ASSERT_EQ(pool.farthest_from(other), plain.farthest_from(other)) << run;
        pool.nearest(other, count, near);
        plain.nearest(other, count, plain_near);
        ASSERT_EQ(near, plain_near) << run;
        pool.remove(row);
        plain.remove(row);
    }
}

}  // namespace lethe::test
