#include <algorithm>
#include <cmath>
#include <set>

#include "lethe/data/numbers/number_text.h"
#include "mask_support.h"

namespace lethe {
namespace {

using test::mask;
using test::numbers;
using test::texts;

struct Ends {
    double low = 0;
    double high = 0;
};

Ends ends(const std::string& label) {
    EXPECT_EQ(label.front(), '[');
    EXPECT_EQ(label.back(), ']');
    const auto comma = label.find(',');
    return {*parse_number(label.substr(1, comma - 1)),
            *parse_number(label.substr(comma + 1, label.size() - comma - 2))};
}

std::vector<Ends> intervals(const Table& table, const Json& params) {
    std::vector<Ends> result;
    for (const std::string& label : texts(mask("camouflage", table, params), "a")) {
        result.push_back(ends(label));
    }
    return result;
}

// Normal numbers, numbers with ties, one number only.
std::vector<Table> tables() {
    return {test::random_table(Random(1), 300, 1), test::random_table(Random(2), 300, 1, 6),
            test::numeric_table({{"a", std::vector<double>(20, -3.5)}}),
            test::numeric_table({{"a", {1e9, 2e9, 1e-9, 0, 5, -1e12}}})};
}

TEST(MaskCamouflage, IntervalsHoldTheirValueAndKOthers) {
    for (const Table& table : tables()) {
        const std::vector<double> values = numbers(table, "a");
        const std::set<double> different(values.begin(), values.end());
        for (const Json& params : {Json{{"k", 5}}, Json{{"k", 2}, {"width", 0.5}},
                                   Json{{"k", 6}, {"width_by_column", {{"a", 1e-6}}}}}) {
            const std::vector<Ends> shown = intervals(table, params);
            for (std::size_t i = 0; i < values.size(); ++i) {
                EXPECT_LE(shown[i].low, values[i]);
                EXPECT_GE(shown[i].high, values[i]);
                EXPECT_GT(shown[i].high, shown[i].low);
                const auto inside = std::count_if(values.begin(), values.end(), [&](double value) {
                    return value >= shown[i].low && value <= shown[i].high;
                });
                EXPECT_GE(inside, params["k"].get<std::int64_t>());
            }
        }
    }
}

// Where the value lies in its interval, as a share: uniform, so its mean is 1/2 and its variance
// 1/12, and every tenth has its tenth of the records.
TEST(MaskCamouflage, AValueIsEquallyLikelyEverywhere) {
    constexpr std::int64_t kRows = 20000;
    const Table table = test::random_table(Random(7), kRows, 1);
    const std::vector<Ends> shown = intervals(table, {{"width", 1}, {"k", 2}});
    const std::vector<double> values = numbers(table, "a");
    std::vector<double> tenths(10, 0.0);
    double count = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::fabs(values[i]) > 2) continue;  // far out, intervals are extended
        const double share = (values[i] - shown[i].low) / (shown[i].high - shown[i].low);
        ++tenths[std::min<std::size_t>(9, static_cast<std::size_t>(share * 10))];
        ++count;
        EXPECT_NEAR(shown[i].high - shown[i].low, 1, 0.021);
    }
    for (const double tenth : tenths) {
        EXPECT_NEAR(tenth / count, 0.1, 6 * std::sqrt(0.09 / count) + 0.02);
    }
}

// Without a width the place among the k values is random too, but for both ends of the column.
TEST(MaskCamouflage, RanksAreNotCentred) {
    const Table table = test::random_table(Random(8), 5000, 1);
    std::vector<double> values = numbers(table, "a");
    const std::vector<Ends> shown = intervals(table, {{"k", 5}});
    std::vector<std::int64_t> below(5, 0);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto first = std::lower_bound(sorted.begin(), sorted.end(), shown[i].low);
        const auto own = std::lower_bound(sorted.begin(), sorted.end(), values[i]);
        ++below[static_cast<std::size_t>(std::min<std::ptrdiff_t>(4, own - first))];
    }
    for (const std::int64_t count : below) EXPECT_NEAR(static_cast<double>(count), 1000, 250);
}

TEST(MaskCamouflage, EndsAreNoValues) {
    const Table table = test::random_table(Random(9), 500, 1);
    std::vector<double> sorted = numbers(table, "a");
    std::sort(sorted.begin(), sorted.end());
    for (const Ends& shown : intervals(table, {{"k", 3}})) {
        EXPECT_FALSE(std::binary_search(sorted.begin(), sorted.end(), shown.low));
        EXPECT_FALSE(std::binary_search(sorted.begin(), sorted.end(), shown.high));
    }
}

TEST(MaskCamouflage, MissingStays) {
    const Table table({test::with_missing("a", {1, 0, 3, 4}, {1}),
                       test::with_missing("b", {0, 0, 0, 0}, {0, 1, 2, 3})});
    const Table masked = mask("camouflage", table, {{"k", 2}});
    EXPECT_EQ(texts(masked, "a")[1], "NA");
    EXPECT_THAT(texts(masked, "b"), testing::Each("NA"));
    EXPECT_EQ(masked.column("a").kind(), Kind::ordinal);
    EXPECT_THAT(test::run_mask("camouflage", table, {{"k", 4}}).warnings,
                testing::ElementsAre("column \"a\" has 3 different values, fewer than k: its "
                                     "intervals hold all of them",
                                     testing::HasSubstr("column \"b\" has 0 different values")));
}

TEST(MaskCamouflage, IntervalsFinerThanTheNumbersAreRefused) {
    const Table table = test::numeric_table({{"a", std::vector<double>(3, 1e20)}});
    EXPECT_THROW(mask("camouflage", table, {{"width", 1}}), Error);
}

}  // namespace
}  // namespace lethe
