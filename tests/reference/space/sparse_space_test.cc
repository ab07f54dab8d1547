// The pool of sparse rows against the plain one, and MDAV over the cosine against MDAV over the
// same unit vectors in Euclid's space: the same answers, whatever is removed in whatever order.
#include <gtest/gtest.h>

#include <vector>

#include "lethe/algo/partition/mdav.h"
#include "lethe/core/random.h"
#include "lethe/space/numeric.h"
#include "lethe/space/plain_pool.h"
#include "lethe/space/sparse.h"
#include "same_pools.h"
#include "support.h"

namespace lethe {
namespace {

// Some rows are equal, some share no term, some weights are tiny.
SparseRows sparse_space_random_rows(Draws& draws, std::int64_t rows, std::int32_t columns) {
    const bool few_values = draws.below(2) == 0;
    SparseRows made(columns);
    for (std::int64_t r = 0; r < rows; ++r) {
        if (r > 0 && draws.below(6) == 0) {
            made.append(SparseRows(
                made)[static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(r)))]);
            continue;
        }
        const auto always =
            static_cast<std::int32_t>(draws.below(static_cast<std::uint64_t>(columns)));
        for (std::int32_t c = 0; c < columns; ++c) {
            if (c != always && draws.below(4) != 0) continue;
            double value =
                few_values ? 1.0 + static_cast<double>(draws.below(2)) : draws.uniform_open();
            if (draws.below(20) == 0) value *= 1e-13;
            made.add(c, value);
        }
        made.end_row();
    }
    return with_unit_norms(made);
}

TEST(SparseSpaceReference, ThePoolAnswersAsThePlainOne) {
    const Stream stream = Random(71).stream("sparse pools");
    for (int run = 0; run < 400; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(run % 10 == 0 ? 600 : 60));
        const SparseRows made =
            sparse_space_random_rows(draws, rows, static_cast<std::int32_t>(1 + draws.below(30)));
        const SparseSpace space(made);
        ASSERT_NO_FATAL_FAILURE(test::expect_same_pools<SparsePool>(test::threads(1 + run % 2),
                                                                    space, Random(71), draws, run));
    }
}

TEST(SparseSpaceReference, MdavIsTheNaiveOne) {
    const Stream stream = Random(72).stream("sparse mdav");
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(60));
        const SparseRows made =
            sparse_space_random_rows(draws, rows, static_cast<std::int32_t>(1 + draws.below(20)));
        const SparseSpace space(made);
        const auto k = static_cast<std::int64_t>(1 + draws.below(static_cast<std::uint64_t>(rows)));
        ASSERT_EQ(mdav(Context(), space, k), plain_mdav(Context(), space, k)) << run;
    }
}

// The distances of the two geometries are ordered alike, so without ties the groups are the same.
TEST(SparseSpaceReference, CosineAndEuclidMakeTheSameGroups) {
    const Stream stream = Random(73).stream("two geometries");
    for (int run = 0; run < 500; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(6 + draws.below(60));
        constexpr std::int32_t kColumns = 12;
        SparseRows made(kColumns);
        for (std::int64_t r = 0; r < rows; ++r) {
            for (std::int32_t c = 0; c < kColumns; ++c) made.add(c, draws.uniform_open());
            made.end_row();
        }
        made = with_unit_norms(made);
        std::vector<double> dense;
        for (std::int64_t r = 0; r < rows; ++r) {
            dense.insert(dense.end(), made[r].values.begin(), made[r].values.end());
        }
        const auto k = static_cast<std::int64_t>(2 + draws.below(4));
        ASSERT_EQ(mdav(Context(), SparseSpace(made), k),
                  mdav(Context(), NumericSpace(std::move(dense), rows, kColumns), k))
            << run;
    }
}

}  // namespace
}  // namespace lethe
