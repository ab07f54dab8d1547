// The inverted index of what is published against the cosine of every pair.
#include "lethe/vectors/protect/nearest_published.h"

#include <gtest/gtest.h>

#include "lethe/core/random.h"
#include "rounds.h"

namespace lethe::vectors {
namespace {

SparseRows random_published_rows(Draws& draws, std::int64_t rows, std::int32_t columns) {
    SparseRows result(columns);
    for (std::int64_t r = 0; r < rows; ++r) {
        bool any = false;
        for (std::int32_t c = 0; c < columns; ++c) {
            if (draws.below(4) != 0) continue;
            result.add(c, static_cast<double>(1 + draws.below(3)));
            any = true;
        }
        if (!any) result.add(static_cast<std::int32_t>(columns) - 1, 1.0);
        result.end_row();
    }
    return result;
}

TEST(NearestPublishedReference, SameAsEveryPair) {
    const Stream stream = Random(3).stream("nearest");
    std::int64_t none = 0;
    for (std::int64_t i = 0; i < test::rounds(2000); ++i) {
        Draws draws = stream.at(i);
        const auto columns = static_cast<std::int32_t>(3 + draws.below(8));
        const SparseRows published =
            random_published_rows(draws, 1 + static_cast<std::int64_t>(draws.below(6)), columns);
        const SparseRows added =
            random_published_rows(draws, 1 + static_cast<std::int64_t>(draws.below(6)), columns);
        const std::vector<std::int32_t> found = nearest_published({}, published, added);
        for (std::int64_t a = 0; a < added.rows(); ++a) {
            std::int32_t expected = -1;
            double best = 0;
            for (std::int64_t p = 0; p < published.rows(); ++p) {
                const double cosine = dot(added[a], published[p]) / norm(published[p]);
                if (cosine <= best) continue;
                best = cosine;
                expected = static_cast<std::int32_t>(p);
            }
            ASSERT_EQ(found[static_cast<std::size_t>(a)], expected) << "case " << i;
            none += expected < 0 ? 1 : 0;
        }
    }
    EXPECT_GT(none, 10);
}

}  // namespace
}  // namespace lethe::vectors
