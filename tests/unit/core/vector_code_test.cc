// What chooses between AVX2 and plain code.
#include "lethe/core/vector_code.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

namespace lethe {
namespace {

TEST(VectorCode, CallsTheBodyWithItsArguments) {
    const std::vector<std::uint64_t> words{0, 1, 0xff, ~std::uint64_t{0}};
    const auto count_bits = [](const std::uint64_t* from, std::size_t size) LETHE_INLINED {
        int bits = 0;
        for (std::size_t i = 0; i < size; ++i) bits += std::popcount(from[i]);
        return bits;
    };
    EXPECT_EQ(vector_code(count_bits, words.data(), words.size()), 73);
    const BaselineCode baseline;
    EXPECT_EQ(vector_code(count_bits, words.data(), words.size()), 73);
}

TEST(VectorCode, BaselineLastsAsLongAsItIsAskedFor) {
    const bool before = runs_avx2();
    {
        const BaselineCode outer;
        EXPECT_FALSE(runs_avx2());
        {
            const BaselineCode inner;
            EXPECT_FALSE(runs_avx2());
        }
        EXPECT_FALSE(runs_avx2());
    }
    EXPECT_EQ(runs_avx2(), before);
#ifdef LETHE_AVX2_CODE
    EXPECT_EQ(before, __builtin_cpu_supports("avx2") != 0);
#else
    EXPECT_FALSE(before);
#endif
}

}  // namespace
}  // namespace lethe
