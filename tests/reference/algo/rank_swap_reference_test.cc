// Rank swapping against the definition: the candidates are listed, one of them is drawn.
#include <gtest/gtest.h>

#include <numeric>

#include "lethe/algo/statistics/rank_window.h"
#include "support.h"

namespace lethe {
namespace {

std::vector<std::int32_t> naive_swap(std::int64_t size, std::int64_t window, const Stream& stream) {
    std::vector<std::int32_t> source(static_cast<std::size_t>(size));
    std::iota(source.begin(), source.end(), 0);
    std::vector<bool> swapped(source.size(), false);
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (swapped[i]) continue;
        std::vector<std::size_t> candidates;
        for (std::size_t l = i + 1; l < source.size() && l <= i + static_cast<std::size_t>(window);
             ++l) {
            if (!swapped[l]) candidates.push_back(l);
        }
        swapped[i] = true;
        if (candidates.empty()) continue;
        const std::size_t l =
            candidates[stream.at(static_cast<std::int64_t>(i)).below(candidates.size())];
        std::swap(source[i], source[l]);
        swapped[l] = true;
    }
    return source;
}

TEST(RankSwapReference, AllSmallSizesAndWindows) {
    const Stream stream = Random(31).stream("swap");
    for (std::int64_t size = 0; size <= 70; ++size) {
        for (std::int64_t window = 1; window <= size + 2; ++window) {
            ASSERT_EQ(swap_ranks(test::threads(1), size, window, stream),
                      naive_swap(size, window, stream))
                << size << " values, window " << window;
        }
    }
}

TEST(RankSwapReference, LargerSizes) {
    for (const std::int64_t size : {511, 512, 513, 4000, 8000}) {
        for (const std::int64_t window : {5L, 100L, size / 10, size / 5, size}) {
            const Stream stream = Random(static_cast<std::uint64_t>(size)).stream("swap");
            ASSERT_EQ(swap_ranks(test::threads(2), size, window, stream),
                      naive_swap(size, window, stream))
                << size << " values, window " << window;
        }
    }
}

}  // namespace
}  // namespace lethe
