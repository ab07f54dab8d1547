// Numbers, texts, scales and escaping.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lethe/core/error.h"
#include "lethe/report/base/markup.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/scale.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

constexpr double kFormatInfinity = std::numeric_limits<double>::infinity();

TEST(ReportNumbers, CountsAreGrouped) {
    EXPECT_EQ(count_text(0), "0");
    EXPECT_EQ(count_text(999), "999");
    EXPECT_EQ(count_text(1080), "1,080");
    EXPECT_EQ(count_text(-1234567), "-1,234,567");
    EXPECT_EQ(count_text(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(ReportNumbers, FiguresHaveFiveDigits) {
    EXPECT_EQ(figure_text(0), "0");
    EXPECT_EQ(figure_text(-0.0), "0");
    EXPECT_EQ(figure_text(56222.758), "56,223");
    EXPECT_EQ(figure_text(3173.135), "3,173.1");
    EXPECT_EQ(figure_text(12.5), "12.5");
    EXPECT_EQ(figure_text(-0.000123456), "-0.00012346");
    EXPECT_EQ(figure_text(1.5e-9), "1.5e-09");
    EXPECT_EQ(figure_text(123456789), "123,456,789");
    EXPECT_EQ(figure_text(3e14), "3e+14");
    EXPECT_EQ(figure_text(std::nan("")), "-");
    EXPECT_EQ(figure_text(-kFormatInfinity), "-inf");
}

TEST(ReportNumbers, PercentagesNeverClaimMoreThanIsTrue) {
    EXPECT_EQ(percent_text(0), "0 %");
    EXPECT_EQ(percent_text(38.148), "38.1 %");
    EXPECT_EQ(percent_text(100), "100 %");
    EXPECT_EQ(percent_text(99.97), "99.97 %");
    EXPECT_EQ(percent_text(99.999), "99.999 %");
    EXPECT_EQ(percent_text(99.99999999), "> 99.9999 %");
    EXPECT_EQ(percent_text(0.04), "0.04 %");
    EXPECT_EQ(percent_text(0.0012), "0.001 %");
    EXPECT_EQ(percent_text(1e-7), "< 0.001 %");
    EXPECT_EQ(percent_text(123.45), "123.5 %");
    EXPECT_EQ(percent_text(98765.4), "98,765 %");
    EXPECT_EQ(percent_text(std::nan("")), "-");
}

TEST(ReportNumbers, Seconds) {
    EXPECT_EQ(seconds_text(0.001), "< 0.01 s");
    EXPECT_EQ(seconds_text(0.123), "0.12 s");
    EXPECT_EQ(seconds_text(12.34), "12.3 s");
    EXPECT_EQ(seconds_text(200), "3 min 20 s");
    EXPECT_EQ(seconds_text(7500), "2 h 5 min");
    EXPECT_EQ(seconds_text(-1), "-");
}

TEST(ReportNumbers, TicksShowJustTheDecimalsThatTellThemApart) {
    EXPECT_EQ(tick_text(0, 10), "0");
    EXPECT_EQ(tick_text(20, 10), "20");
    EXPECT_EQ(tick_text(0.25, 0.25), "0.25");
    EXPECT_EQ(tick_text(0.5, 0.1), "0.5");
    EXPECT_EQ(tick_text(2500, 500), "2,500");
    EXPECT_EQ(tick_text(50000, 25000), "50k");
    EXPECT_EQ(tick_text(1500000, 500000), "1.5M");
    EXPECT_EQ(tick_text(-20000, 10000), "-20k");
}

TEST(ReportNumbers, RoundsWithinBounds) {
    EXPECT_EQ(rounded(2.5), 3);
    EXPECT_EQ(rounded(1e300), 1000000000000000);
    EXPECT_EQ(rounded(std::nan("")), 0);
}

TEST(ReportScale, StepsAreNice) {
    EXPECT_DOUBLE_EQ(nice_step(100, 5), 20);
    EXPECT_DOUBLE_EQ(nice_step(100, 4), 25);
    EXPECT_DOUBLE_EQ(nice_step(10, 4), 2);  // not 2.5
    EXPECT_DOUBLE_EQ(nice_step(1, 4), 0.25);
    EXPECT_DOUBLE_EQ(nice_step(0, 4), 1);
    EXPECT_DOUBLE_EQ(nice_step(kFormatInfinity, 4), 1);
}

TEST(ReportScale, TicksCoverTheRangeAndNoMore) {
    EXPECT_EQ(nice_ticks(0, 100, 5).values, (std::vector<double>{0, 20, 40, 60, 80, 100}));
    EXPECT_EQ(nice_ticks(-3, 3, 3).values, (std::vector<double>{-2, 0, 2}));
    EXPECT_EQ(nice_ticks(17.5, 87.5, 4).values, (std::vector<double>{20, 30, 40, 50, 60, 70, 80}));
    for (const double size : {1e-12, 0.37, 1.0, 12.0, 4711.0, 1e12}) {
        for (int count = 2; count < 9; ++count) {
            const Ticks ticks = nice_ticks(0, size, count);
            EXPECT_GE(ticks.values.size(), static_cast<std::size_t>(count));
            EXPECT_LE(ticks.values.size(), 2U * static_cast<std::size_t>(count) + 3);
            EXPECT_GE(ticks.values.front(), 0);
            EXPECT_LE(ticks.values.back(), size * (1 + 1e-6));
        }
    }
}

TEST(ReportScale, CeilingIsNiceAndNotBelow) {
    EXPECT_DOUBLE_EQ(nice_ceiling(97), 100);
    EXPECT_DOUBLE_EQ(nice_ceiling(100), 100);
    EXPECT_DOUBLE_EQ(nice_ceiling(0), 1);
    for (double value = 0.003; value < 1e6; value *= 1.7) {
        EXPECT_GE(nice_ceiling(value), value * (1 - 1e-9));
        EXPECT_LE(nice_ceiling(value), 1.3 * value);
    }
}

TEST(ReportScale, MapsLinearly) {
    const AxisScale down{0, 50, 100, 0};
    EXPECT_DOUBLE_EQ(down(0), 100);
    EXPECT_DOUBLE_EQ(down(25), 50);
    EXPECT_DOUBLE_EQ(down.clamped(70), 0);
    EXPECT_DOUBLE_EQ(down.clamped(-1), 100);
    EXPECT_DOUBLE_EQ((AxisScale{3, 3, 0, 10})(3), 5);
}

TEST(ReportUtf8, CleansWhatCouldHarm) {
    EXPECT_EQ(clean("Gr\xC3\xB6\xC3\x9F"
                    "e"),
              "Gr\xC3\xB6\xC3\x9F"
              "e");
    EXPECT_EQ(clean("a\tb\nc"), "a b c");
    EXPECT_EQ(clean("\x1B[31mred"), "\xEF\xBF\xBD[31mred");
    EXPECT_EQ(clean("a\xE2\x80\xAE"
                    "b"),
              "a\xEF\xBF\xBD"
              "b");  // right-to-left override
    EXPECT_EQ(clean("\xFF\xC3"), "\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(clean("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong
    EXPECT_EQ(clean("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // surrogate
    EXPECT_EQ(clean(std::string_view("a\0b", 3)),
              "a\xEF\xBF\xBD"
              "b");
}

TEST(ReportUtf8, WidthCountsColumns) {
    EXPECT_EQ(display_width("abc"), 3U);
    EXPECT_EQ(display_width("\xC3\xA9t\xC3\xA9"), 3U);
    EXPECT_EQ(display_width("e\xCC\x81"), 1U);                 // combining accent
    EXPECT_EQ(display_width("\xE5\xB9\xB4\xE9\xBD\xA2"), 4U);  // two CJK characters
    EXPECT_EQ(display_width("\xEF\xBD\xB1"), 1U);              // half-width kana
}

TEST(ReportUtf8, FitsWithAnEllipsis) {
    EXPECT_EQ(fit("short", 5), "short");
    EXPECT_EQ(fit("longer", 5), "long\xE2\x80\xA6");
    EXPECT_EQ(fit("longer", 5, "..."), "lo...");
    EXPECT_EQ(fit("\xE5\xB9\xB4\xE9\xBD\xA2\xE5\xB9\xB4", 4), "\xE5\xB9\xB4\xE2\x80\xA6");
}

TEST(ReportMarkup, Escapes) {
    EXPECT_EQ(escape("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
    Markup out;
    out.open("p", {{"title", "\"><script>"}, {"x", 1.5}, {"n", 3}}).text("a < b").close();
    EXPECT_EQ(std::move(out).finish(),
              "<p title=\"&quot;&gt;&lt;script&gt;\" x=\"1.5\" n=\"3\">a &lt; b</p>");
}

TEST(ReportMarkup, RefusesToBeUnbalanced) {
    Markup left_open;
    left_open.open("p");
    EXPECT_THROW(std::move(left_open).finish(), Error);
    Markup closed_twice;
    closed_twice.open("p").close();
    EXPECT_THROW(closed_twice.close(), Error);
}

TEST(ReportMarkup, CoordinatesAreShort) {
    EXPECT_EQ(coordinate(12), "12");
    EXPECT_EQ(coordinate(12.346), "12.35");
    EXPECT_EQ(coordinate(-0.001), "0");
    EXPECT_EQ(coordinate(kFormatInfinity), "0");
}

}  // namespace
}  // namespace lethe::report
