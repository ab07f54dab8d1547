#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "lethe/method/result_json.h"
#include "lethe/release/tables/distributions.h"
#include "report_examples.h"
#include "support.h"

namespace lethe {
namespace {

const std::vector<std::string> kA = {"a"};

std::int64_t sum(const Json& counts) {
    std::int64_t total = 0;
    for (const Json& count : counts) total += count.get<std::int64_t>();
    return total;
}

Json distributions_of(const std::vector<double>& before, const std::vector<double>& after) {
    return json_list(release::distributions({}, test::numeric_table({{"a", before}}),
                                            test::numeric_table({{"a", after}}), kA))[0];
}

void distributions_expect_sound(const Json& item, std::size_t before, std::size_t after) {
    EXPECT_EQ(sum(item["before"]), static_cast<std::int64_t>(before));
    EXPECT_EQ(sum(item["after"]), static_cast<std::int64_t>(after));
    ASSERT_EQ(item["edges"].size(), item["before"].size() + 1);
    const auto edges = item["edges"].get<std::vector<double>>();
    EXPECT_TRUE(std::ranges::is_sorted(edges, std::less_equal<>())) << item["edges"];
}

TEST(ReportDistributions, CountsSumToRows) {
    const auto [original, masked] = report::test::people();
    const Json all = json_list(release::distributions({}, original, masked, original.names()));
    ASSERT_EQ(all.size(), 4U);
    for (const Json& item : all) {
        EXPECT_EQ(sum(item["before"]), 1080);
        EXPECT_EQ(sum(item["after"]), 1080);
    }
}

// A file alone is counted as beside itself.
TEST(ReportDistributions, OfOneFile) {
    const auto [original, masked] = report::test::people();
    const Json alone = json_list(release::distributions({}, original, original.names()));
    const Json both = json_list(release::distributions({}, original, original, original.names()));
    ASSERT_EQ(alone.size(), both.size());
    for (std::size_t i = 0; i < both.size(); ++i) {
        EXPECT_EQ(alone[i]["counts"], both[i]["before"]);
        EXPECT_EQ(alone[i]["stats"], both[i]["before_stats"]);
        for (const char* same : {"column", "kind", "edges", "labels", "rest"}) {
            EXPECT_EQ(alone[i].value(same, Json()), both[i].value(same, Json())) << same;
        }
        EXPECT_FALSE(alone[i].contains("after"));
    }
    EXPECT_TRUE(
        release::distributions({}, original, std::vector<std::string>{"none such"}).empty());
}

TEST(ReportDistributions, EachValueIsInItsBin) {
    const Table original = test::random_table(Random(1), 3000, 1);
    const Table masked = test::random_table(Random(2), 2000, 1);
    const Json item = json_list(release::distributions({}, original, masked, kA))[0];
    distributions_expect_sound(item, 3000, 2000);
    EXPECT_GE(item["before"].size(), 10U);
    EXPECT_LE(item["before"].size(), 40U);
    const auto edges = item["edges"].get<std::vector<double>>();
    std::vector<std::int64_t> naive(edges.size() - 1, 0);
    for (const double value : original.column("a").numbers()) {
        std::size_t bin = 0;
        while (bin + 2 < edges.size() && value >= edges[bin + 1]) ++bin;
        EXPECT_GE(value, edges[bin]);
        EXPECT_LE(value, edges[bin + 1]);
        ++naive[bin];
    }
    EXPECT_EQ(item["before"], Json(naive));
}

TEST(ReportDistributions, FreedmanAndDiaconis) {
    // 1000 evenly spread numbers in [0, 1]: IQR 1/2, width 0.1, so ten bins (and an epsilon).
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i) values.push_back(i / 999.0);
    EXPECT_EQ(distributions_of(values, values)["before"].size(), 10U);
}

TEST(ReportDistributions, WholeNumbersGetEqualShares) {
    const Json dice = distributions_of({1, 2, 3, 4, 5, 6, 6}, {1.5, 3, 7});
    EXPECT_EQ(dice["edges"], Json({0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5}));
    EXPECT_EQ(dice["before"], Json({1, 1, 1, 1, 1, 2, 0}));
    EXPECT_EQ(dice["after"], Json({0, 1, 1, 0, 0, 0, 1}));
    for (int range = 41; range < 400; range += 7) {
        std::vector<double> values(static_cast<std::size_t>(range));
        std::iota(values.begin(), values.end(), 18.0);
        const Json item = distributions_of(values, values);
        distributions_expect_sound(item, values.size(), values.size());
        EXPECT_GE(item["before"].size(), 10U);
        EXPECT_LE(item["before"].size(), 40U);
        for (std::size_t i = 0; i + 2 < item["before"].size(); ++i) {
            EXPECT_EQ(item["before"][i], item["before"][i + 1]);  // only the last may be cut short
        }
    }
}

TEST(ReportDistributions, ConstantColumns) {
    for (const double value : {0.0, 7.0, -1e9, 1e300, std::numeric_limits<double>::max()}) {
        distributions_expect_sound(distributions_of({value, value}, {value, value, value}), 2, 3);
    }
    const Json item = distributions_of({3, 3, 3}, {3});
    EXPECT_EQ(item["before_stats"]["sd"], 0.0);
    EXPECT_TRUE(item["after_stats"]["sd"].is_null());
}

TEST(ReportDistributions, ExtremeRanges) {
    const double most = std::numeric_limits<double>::max();
    distributions_expect_sound(distributions_of({-most, 0, most}, {1, 2, 3}), 3, 3);
    distributions_expect_sound(distributions_of({1, std::nextafter(1.0, 2.0)}, {1}), 2, 1);
    distributions_expect_sound(distributions_of({0, 5e-324}, {0}), 2, 1);
}

TEST(ReportDistributions, EmptyAndMissing) {
    const Json empty = distributions_of({}, {});
    EXPECT_TRUE(empty["edges"].empty());
    EXPECT_TRUE(empty["before"].empty());
    EXPECT_TRUE(empty["before_stats"]["mean"].is_null());

    Validity none(3);
    for (int i = 0; i < 3; ++i) none.set_missing(i);
    const Table gone({Column::numeric("a", {0, 0, 0}, none)});
    const Json item =
        json_list(release::distributions({}, test::numeric_table({{"a", {1, 2, 3}}}), gone, kA))[0];
    distributions_expect_sound(item, 3, 0);
    EXPECT_EQ(item["after_stats"]["missing"], 3);
    EXPECT_TRUE(item["after_stats"]["median"].is_null());
    EXPECT_TRUE(json_list(release::distributions({}, gone, gone, kA))[0]["edges"].empty());
}

TEST(ReportDistributions, Statistics) {
    const Json stats = distributions_of({4, 1, 3, 2, 10}, {1})["before_stats"];
    EXPECT_DOUBLE_EQ(stats["mean"].get<double>(), 4);
    EXPECT_DOUBLE_EQ(stats["sd"].get<double>(), std::sqrt(12.5));
    EXPECT_DOUBLE_EQ(stats["q1"].get<double>(), 2);
    EXPECT_DOUBLE_EQ(stats["median"].get<double>(), 3);
    EXPECT_DOUBLE_EQ(stats["q3"].get<double>(), 4);
    EXPECT_DOUBLE_EQ(stats["max"].get<double>(), 10);
    EXPECT_DOUBLE_EQ(distributions_of({1, 2, 3, 4}, {1})["before_stats"]["q1"].get<double>(),
                     1.75);  // type 7
}

Table distributions_texts(Kind kind, const std::vector<std::string>& values) {
    return Table({Column::from_texts("a", kind, values)});
}

TEST(ReportDistributions, CategoriesByFrequency) {
    const Json item = json_list(release::distributions(
        {}, distributions_texts(Kind::nominal, {"x", "y", "y", "z", "x", "y"}),
        distributions_texts(Kind::nominal, {"y", "w", "w"}), kA))[0];
    EXPECT_EQ(item["kind"], "nominal");
    EXPECT_EQ(item["labels"], Json({"y", "x", "z", "other"}));
    EXPECT_EQ(item["before"], Json({3, 2, 1, 0}));
    EXPECT_EQ(item["after"], Json({1, 0, 0, 2}));
    EXPECT_EQ(item["rest"], true);
}

TEST(ReportDistributions, TwelveCategoriesAtMost) {
    std::vector<std::string> values;
    for (int i = 0; i < 30; ++i) {
        for (int j = 0; j <= i % 15; ++j) values.push_back("c" + std::to_string(i));
    }
    const Json item =
        json_list(release::distributions({}, distributions_texts(Kind::nominal, values),
                                         distributions_texts(Kind::nominal, values), kA))[0];
    EXPECT_EQ(item["labels"].size(), 13U);
    EXPECT_EQ(item["labels"][0], "c14");  // seen before c29, which is as frequent
    EXPECT_EQ(item["labels"][1], "c29");
    EXPECT_EQ(sum(item["before"]), static_cast<std::int64_t>(values.size()));
}

TEST(ReportDistributions, OrdinalCategoriesKeepTheirOrder) {
    const std::vector<std::string> order = {"low", "middle", "high"};
    const Table table({distributions_texts(Kind::nominal, {"high", "high", "low", "middle"})
                           .column("a")
                           .as_ordinal(order)});
    const Json item = json_list(release::distributions({}, table, table, kA))[0];
    EXPECT_EQ(item["labels"], Json(order));
    EXPECT_EQ(item["before"], Json({1, 1, 2}));
}

TEST(ReportDistributions, NumbersThatBecameIntervalsAreComparedAsTexts) {
    const Json item = json_list(
        release::distributions({}, test::numeric_table({{"a", {1, 2, 2}}}),
                               distributions_texts(Kind::nominal, {"[1,2]", "[1,2]", "2"}), kA))[0];
    EXPECT_EQ(item["labels"], Json({"2", "1", "other"}));
    EXPECT_EQ(item["after"], Json({1, 0, 2}));
}

TEST(ReportDistributions, ColumnsThatAreGoneAreLeftOut) {
    const Table table = test::numeric_table({{"a", {1, 2}}});
    const std::vector<std::string> names = {"gone", "a"};
    EXPECT_EQ(release::distributions({}, table, table, names).size(), 1U);
}

TEST(ReportDistributions, ThreadsDoNotMatter) {
    const Table table = test::random_table(Random(9), 50000, 2);
    const Table other = test::random_table(Random(10), 50000, 2);
    EXPECT_EQ(
        json_list(release::distributions(test::threads(1), table, other, table.names())).dump(),
        json_list(release::distributions(test::threads(4), table, other, table.names())).dump());
}

}  // namespace
}  // namespace lethe
