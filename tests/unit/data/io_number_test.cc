#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "lethe/core/random.h"
#include "lethe/data/formats/scan_number.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

NumberForm form_of(std::string_view text) { return scan_number(text).form; }

TEST(ScanNumber, PlainNumbers) {
    for (const char* text : {"0", "-0", "7", "-12", "0.5", "-0.50", "123456789012345", "1.000",
                             "9007199254740992", "-9007199254740992", "0.000000000000001"}) {
        EXPECT_EQ(form_of(text), NumberForm::plain) << text;
    }
    EXPECT_EQ(scan_number("1.50").decimals, 2);
    EXPECT_EQ(scan_number("-1.25").value, -1.25);
    EXPECT_TRUE(std::signbit(scan_number("-0").value));
}

TEST(ScanNumber, OtherNumbers) {
    for (const char* text : {"+3", "1e5", "1E-3", ".5", "5.", " 7", "7\t", "3.14159265358979323846",
                             "0e5", "-1.5e+10", "12345678901234567.5", "0.30000000000000004"}) {
        EXPECT_EQ(form_of(text), NumberForm::other) << text;
    }
}

TEST(ScanNumber, NotNumbers) {
    for (const char* text : {"",
                             " ",
                             "x",
                             "1x",
                             "1 2",
                             "--1",
                             "+-1",
                             "1.2.3",
                             "1e",
                             "0x10",
                             "1,5",
                             "9007199254740993",
                             "-9007199254740993",
                             "9007199254740994",
                             "123456789012345678901234567890",
                             "1e400",
                             "1e-400",
                             ".",
                             "-",
                             "+"}) {
        EXPECT_EQ(form_of(text), NumberForm::none) << text;
    }
    for (const char* text : {"08191", "-007", "00", "00.5", "+01", " 042"}) {
        EXPECT_EQ(form_of(text), NumberForm::code) << text;
    }
    for (const char* text : {"NaN", "nan", "inf", "-inf", "Infinity", "-INFINITY", "+inf"}) {
        EXPECT_EQ(form_of(text), NumberForm::not_finite) << text;
    }
}

// The fast path against the standard library, bit for bit, on random decimal texts.
TEST(ScanNumber, AgreesWithFromChars) {
    const Stream stream = Random(3).stream("decimals");
    for (int i = 0; i < 300000; ++i) {
        Draws draws = stream.at(i);
        std::string text = std::to_string(draws.bits() >> draws.below(64));
        const auto decimals = static_cast<std::size_t>(draws.below(20));
        while (text.size() <= decimals) text.insert(0, "0");
        if (decimals > 0) text.insert(text.size() - decimals, ".");
        if (draws.below(2) == 1) text.insert(0, "-");
        const NumberScan scan = scan_number(text);
        double expected = 0;
        std::from_chars(text.data(), text.data() + text.size(), expected);
        if (scan.form == NumberForm::none) {
            ASSERT_EQ(decimals, 0U) << text;
            ASSERT_GE(std::fabs(expected), 0x1p53) << text;
            continue;
        }
        ASSERT_EQ(std::bit_cast<std::uint64_t>(scan.value), std::bit_cast<std::uint64_t>(expected))
            << text;
        if (scan.form != NumberForm::plain) continue;
        ASSERT_EQ(is_canonical_plain(text, scan), is_canonical_number(text, expected)) << text;
        ASSERT_EQ(fixed_number_text(scan.value, scan.decimals), text);
    }
}

}  // namespace
}  // namespace lethe::formats
