// The numeric pool against the plain one: the same answers whatever is removed in whatever order.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "lethe/core/random.h"
#include "lethe/space/numeric.h"
#include "lethe/space/plain_pool.h"

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
    std::vector<std::int64_t> near, plain_near;
    for (int run = 0; run < 300; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(400));
        const auto dims = static_cast<std::int64_t>(1 + draws.below(8));
        const NumericSpace space = random_space(draws, rows, dims);
        NumericPool pool(Context(), space);
        PlainPool<NumericSpace> plain(Context(), space);
        for (const std::int64_t row :
             random_permutation(Random(51).part(7).stream("order"), rows)) {
            const auto other =
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(rows)));
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
