// Readings of what becomes of the last ranks of a swap.
#include "experiments/tables/swap_windows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "lethe/core/random.h"
#include "support.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kValues = 1000;
constexpr std::int64_t kReach = 100;  // 10 percent

// Values 0 .. 999 swapped: what stands at each.
std::vector<double> swapped_values(SwapWindow window, std::uint64_t seed) {
    std::vector<double> values(kValues);
    std::iota(values.begin(), values.end(), 0.0);
    const Table table({Column::numeric("V1", std::move(values))});
    const Table swapped = swapped_by(window, 10, table, Random(seed), test::threads(1));
    const auto numbers = swapped.column("V1").numbers();
    return {numbers.begin(), numbers.end()};
}

std::int64_t stay(const std::vector<double>& values, std::int64_t from) {
    std::int64_t count = 0;
    for (std::int64_t i = from; i < kValues; ++i) {
        count += values[static_cast<std::size_t>(i)] == static_cast<double>(i) ? 1 : 0;
    }
    return count;
}

TEST(SwapWindows, ValuesChangePlacesWithinTheWindow) {
    for (const SwapWindow window : {SwapWindow::shortened, SwapWindow::open, SwapWindow::whole}) {
        const std::vector<double> values = swapped_values(window, 1);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto other = static_cast<std::size_t>(values[i]);
            EXPECT_EQ(values[other], static_cast<double>(i));  // each once, with one other
            EXPECT_LE(std::fabs(values[i] - static_cast<double>(i)), kReach);
        }
        EXPECT_LE(stay(values, 0) - stay(values, kValues - kReach), 1);  // before the last window
    }
}

TEST(SwapWindows, TheLastRanksStayAsTheReadingSays) {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const auto last = [&](SwapWindow window) {
            return stay(swapped_values(window, seed), kValues - kReach);
        };
        EXPECT_LE(last(SwapWindow::shortened), 2);
        EXPECT_GT(last(SwapWindow::open), last(SwapWindow::shortened));
        EXPECT_GT(last(SwapWindow::whole), last(SwapWindow::open));
        // Of the last ranks none looks for a partner: two of them are never each other's.
        const std::vector<double> values = swapped_values(SwapWindow::whole, seed);
        for (std::int64_t i = kValues - kReach; i < kValues; ++i) {
            const double other = values[static_cast<std::size_t>(i)];
            EXPECT_TRUE(other == static_cast<double>(i) || other < kValues - kReach) << i;
        }
    }
}

}  // namespace
}  // namespace lethe::reproduction
