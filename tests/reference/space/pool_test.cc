// The numeric pool against the plain one: the same answers whatever is removed in whatever order.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/space/numeric.h"
#include "lethe/space/plain_pool.h"
#include "same_pools.h"

namespace lethe {
namespace {

NumericSpace random_space(Draws& draws, std::int64_t rows, std::int64_t dims) {
    const std::uint64_t distinct = std::vector<std::uint64_t>{0, 2, 5, 1000}[draws.below(4)];
    const double offset = draws.below(3) == 0 ? 1e9 : 0.0;
    const double scale = std::vector<double>{1.0, 1e-170, 1e120}[draws.below(3)];
    std::vector<double> values;
    for (std::int64_t i = 0; i < rows * dims; ++i) {
        const double value =
            distinct == 0 ? draws.normal() : static_cast<double>(draws.below(distinct));
        values.push_back(scale * (offset + value));
    }
    return NumericSpace(std::move(values), rows, dims);
}

TEST(PoolReference, AnyOrderOfRemovals) {
    const Stream stream = Random(51).stream("pools");
    for (int run = 0; run < 300; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(400));
        const auto dims = static_cast<std::int64_t>(1 + draws.below(8));
        const NumericSpace space = random_space(draws, rows, dims);
        ASSERT_NO_FATAL_FAILURE(
            test::expect_same_pools<NumericPool>(Context(), space, Random(51), draws, run));
    }
}

// A space without a running centroid, to see that the plain pool asks for the centroid instead.
struct WithoutRunningCentroid {
    using Point = NumericSpace::Point;
    const NumericSpace& space;

    std::int64_t rows() const { return space.rows(); }
    Point point(std::int64_t row) const { return space.point(row); }
    double distance(std::int64_t a, std::int64_t b) const { return space.distance(a, b); }
    double distance(const Point& point, std::int64_t row) const {
        return space.distance(point, row);
    }
    Point centroid(std::span<const std::int64_t> rows) const { return space.centroid(rows); }
};

TEST(PoolReference, RunningCentroidIsTheCentroid) {
    Draws draws = Random(52).stream("pools").at(0);
    const NumericSpace space = random_space(draws, 200, 3);
    const WithoutRunningCentroid bare{space};
    PlainPool<NumericSpace> running(Context(), space);
    PlainPool<WithoutRunningCentroid> asking(Context(), bare);
    while (running.size() > 0) {
        const std::int64_t row = running.farthest_from_centroid();
        ASSERT_EQ(asking.farthest_from_centroid(), row);
        running.remove(row);
        asking.remove(row);
    }
}

}  // namespace
}  // namespace lethe
