// Readings of probabilistic linkage on a file from which records are drawn.
#include "experiments/tables/drawn_linkage.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "experiments/support.h"
#include "support.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kRecords = 600;

Table numbers(std::uint64_t seed) {
    std::vector<ColumnPtr> columns;
    for (const char* name : {"V1", "V2"}) {
        const Stream stream = Random(seed).stream(name);
        std::vector<double> values;
        for (std::int64_t row = 0; row < kRecords; ++row)
            values.push_back(stream.at(row).uniform());
        columns.push_back(Column::numeric(name, std::move(values)));
    }
    return Table(std::move(columns));
}

TEST(DrawnLinkage, ASmallerCrowdHidesFewer) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
        const Table original = numbers(seed);
        const Table masked =
            mask_with("noise", {{"p", 5}}, original, Random(seed), test::threads(1));
        const DrawnLinkage found =
            drawn_linkage(original, masked, 2, kRecords / 4, Random(seed), test::threads(1));
        EXPECT_GT(found.whole, 100.0 / kRecords);
        EXPECT_GT(found.drawn_heaviest, 1.5 * found.whole);
        EXPECT_GT(found.drawn_one_to_one, 1.5 * found.whole);
    }
}

TEST(DrawnLinkage, WhoDrawsEverybodyFindsWhatTheWholeReleaseShows) {
    const Table original = numbers(1);
    const Table masked = mask_with("noise", {{"p", 5}}, original, Random(1), test::threads(1));
    const DrawnLinkage found =
        drawn_linkage(original, masked, 2, kRecords, Random(1), test::threads(1));
    EXPECT_NEAR(found.drawn_heaviest, found.whole, 1e-9);
}

}  // namespace
}  // namespace lethe::reproduction
