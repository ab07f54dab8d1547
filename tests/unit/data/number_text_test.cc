#include "lethe/data/numbers/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "lethe/core/random.h"

namespace lethe {
namespace {

TEST(NumberText, WritesOutWhatPeopleWriteOut) {
    EXPECT_EQ(number_text(0), "0");
    EXPECT_EQ(number_text(-0.0), "-0");
    EXPECT_EQ(number_text(100000), "100000");
    EXPECT_EQ(number_text(-9007199254740991), "-9007199254740991");
    EXPECT_EQ(number_text(9007199254740992), "9007199254740992");
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(number_text(0.000001), "0.000001");
    EXPECT_EQ(number_text(0.0000001), "1e-07");
    EXPECT_EQ(number_text(1e15), "1000000000000000");
    EXPECT_EQ(number_text(1e16), "1e+16");
    EXPECT_EQ(number_text(-2.5e300), "-2.5e+300");
}

TEST(NumberText, ReadsBackAsTheSameNumber) {
    const Stream stream = Random(1).stream("bits");
    for (int i = 0; i < 200000; ++i) {
        const auto value = std::bit_cast<double>(stream.at(i).bits());
        if (!std::isfinite(value)) continue;
        const std::string text = number_text(value);
        ASSERT_LE(text.size(), kNumberTextSize);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*parse_number(text)),
                  std::bit_cast<std::uint64_t>(value));
        ASSERT_TRUE(is_canonical_number(text, value));
    }
}

TEST(NumberText, FixedDecimals) {
    EXPECT_EQ(fixed_number_text(1.5, 2), "1.50");
    EXPECT_EQ(fixed_number_text(-0.0, 2), "-0.00");
    EXPECT_EQ(fixed_number_text(0.05, 2), "0.05");
    EXPECT_EQ(fixed_number_text(12, 0), "12");
    EXPECT_EQ(fixed_number_text(-123.456, 3), "-123.456");
    EXPECT_EQ(fixed_number_text(1e20, 1), "100000000000000000000.0");
    EXPECT_EQ(fixed_number_text(std::numeric_limits<double>::max(), 2).size(), 309 + 3);
    EXPECT_EQ(fixed_number_text(0.5, 20), "0.50000000000000000000");
}

TEST(NumberText, FixedDecimalsGiveTextOfFifteenDigitsBack) {
    const Stream stream = Random(2).stream("fixed");
    for (int i = 0; i < 100000; ++i) {
        Draws draws = stream.at(i);
        const int digits = 1 + static_cast<int>(draws.below(15));
        std::string text = std::to_string(
            draws.below(static_cast<std::uint64_t>(std::llround(std::pow(10.0, digits)))));
        const auto decimals = static_cast<std::size_t>(draws.below(16));
        while (text.size() <= decimals) text.insert(0, "0");
        if (decimals > 0) text.insert(text.size() - decimals, ".");
        if (draws.below(2) == 1) text.insert(0, "-");
        ASSERT_EQ(fixed_number_text(*parse_number(text), static_cast<int>(decimals)), text);
    }
}

}  // namespace
}  // namespace lethe
