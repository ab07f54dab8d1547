#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "lethe/report/draw/charts.h"
#include "lethe/report/draw/distribution_drawing.h"
#include "lethe/report/draw/label_placer.h"
#include "lethe/report/draw/risk_map.h"
#include "report_examples.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReportCharts, HistogramDrawsBothFiles) {
    const std::string svg = histogram_svg({"age", {0, 10, 20}, {3, 5}, {4, 4}}, "h");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("c-before"));
    EXPECT_THAT(svg, HasSubstr("c-after"));
    EXPECT_THAT(svg, HasSubstr("0 to 10: 3 before, 4 after"));
}

TEST(ReportCharts, NothingIsDrawnOfWhatIsNotThere) {
    EXPECT_EQ(histogram_svg({"a", {}, {}, {}}, "h"), "");
    EXPECT_EQ(histogram_svg({"a", {1, 1}, {3}, {3}}, "h"), "");
    EXPECT_EQ(histogram_svg({"a", {0, 1, 2}, {3}, {3}}, "h"), "");
    EXPECT_EQ(bars_svg({"a", {}, {}, {}}, "b"), "");
    EXPECT_EQ(class_sizes_svg({}, "c"), "");
    EXPECT_EQ(distribution_svg(Json(nullptr), "d"), "");
    EXPECT_EQ(risk_map_svg(Json::object(), "m"), "");
    EXPECT_EQ(test::check_markup(risk_utility_svg(Json::object())).problem, "");
}

TEST(ReportCharts, UnequalBinsShowDensities) {
    // Ten in a bin of width 1 stand ten times as high as ten in a bin of width 10.
    const std::string svg = histogram_svg({"a", {0, 1, 11}, {10, 10}, {0, 0}}, "h");
    EXPECT_THAT(svg, HasSubstr("c-before\" d=\"M40 144L40 "));
    const std::string even = histogram_svg({"a", {0, 1, 2}, {10, 10}, {0, 0}}, "h");
    EXPECT_NE(svg.substr(svg.find("c-before")), even.substr(even.find("c-before")));
}

TEST(ReportCharts, BarsNameTheirCategories) {
    const std::string svg =
        bars_svg({"job", {"<b>", "a very long name of a category"}, {3, 1}, {2, 2}}, "b");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("&lt;b&gt;: 3 before, 2 after"));
    EXPECT_THAT(svg, HasSubstr("a very long name \xE2\x80\xA6"));
}

TEST(ReportCharts, OneFileAloneIsDrawnWithoutAnAfter) {
    const std::string numbers = distribution_svg(
        {{"column", "age"}, {"kind", "numeric"}, {"edges", {0, 10, 20}}, {"counts", {3, 5}}}, "h");
    EXPECT_EQ(test::check_markup(numbers).problem, "");
    EXPECT_THAT(numbers, HasSubstr("<title>10 to 20: 5</title>"));
    EXPECT_THAT(numbers, HasSubstr("data-count=\"5\""));
    const std::string names = bars_svg({"job", {"<b>", "nurse"}, {3, 1}}, "b");
    EXPECT_EQ(test::check_markup(names).problem, "");
    EXPECT_THAT(names, HasSubstr("<title>nurse: 1</title>"));
    for (const std::string& svg : {numbers, names}) {
        EXPECT_THAT(svg, Not(HasSubstr("data-after")));
        EXPECT_THAT(svg, Not(HasSubstr(" after")));
        EXPECT_THAT(svg, Not(HasSubstr("c-before")));
    }
}

// What a page needs to let bars be selected is there, to the last digit and escaped; a script is
// not.
TEST(ReportCharts, BarsSayWhatTheyStandFor) {
    const std::string histogram =
        histogram_svg({"a\"<b>", {0.1, 0.30000000000000004, 1}, {3, 5}, {4, 4}}, "h");
    EXPECT_EQ(test::check_markup(histogram).problem, "");
    EXPECT_THAT(
        histogram,
        HasSubstr("data-brush=\"x\" data-frame=\"40 8 352 144\" data-axis=\"a&quot;&lt;b&gt;\""));
    EXPECT_THAT(histogram, HasSubstr("data-bin=\"0\""));
    EXPECT_THAT(histogram, HasSubstr("data-from=\"0.1\" data-to=\"0.30000000000000004\" "
                                     "data-before=\"3\" data-after=\"4\""));
    const std::string bars = bars_svg({"job", {"a\" onload=\"x", "b"}, {3, 1}, {2, 2}}, "b");
    EXPECT_EQ(test::check_markup(bars).problem, "");
    EXPECT_THAT(bars, HasSubstr("data-brush=\"y\""));
    EXPECT_THAT(bars, HasSubstr("data-label=\"a&quot; onload=&quot;x\""));
    const std::string sizes = class_sizes_svg(class_sizes({{"1", 12}, {"5", 10}}), "c");
    EXPECT_EQ(test::check_markup(sizes).problem, "");
    EXPECT_THAT(sizes, HasSubstr("data-label=\"5-9\" data-count=\"10\""));
    // Bars of something else than people are not added up.
    EXPECT_THAT(bars_svg({"k = 2", {"0.1"}, {3}, {2}, false}, "b"), Not(HasSubstr("data-")));
}

TEST(ReportCharts, ASparkIsTheShapeAlone) {
    const Json numbers{
        {"column", "a"}, {"kind", "numeric"}, {"edges", {0, 1, 2}}, {"counts", {1, 3}}};
    const std::string spark = distribution_spark_svg(numbers);
    EXPECT_EQ(test::check_markup(spark).problem, "");
    EXPECT_THAT(spark, HasSubstr("d=\"M0 40L0 27L64 27L64 1L128 1L128 40Z\""));
    EXPECT_THAT(spark, Not(HasSubstr("<text")));
    EXPECT_EQ(distribution_spark_svg(Json::object()), "");
    EXPECT_NE(
        distribution_spark_svg({{"kind", "nominal"}, {"labels", {"x", "y"}}, {"counts", {1, 3}}}),
        "");
}

TEST(ReportCharts, GaugeShowsRangeAndLimits) {
    Gauge gauge{"linkage", 38, 35, 41, RuleOfThumb{5, 20, "by custom."}};
    const std::string svg = gauge_svg(gauge, "g");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("between 35.0 % and 41.0 %"));
    EXPECT_THAT(svg, HasSubstr(">100 %<"));
    EXPECT_THAT(svg, HasSubstr(">20<"));
    EXPECT_THAT(gauge_svg({"loss", 430, {}, {}, {}}, "g"), HasSubstr(">500 %<"));
}

TEST(ReportCharts, HundredDotsFillAsManyAsAreFound) {
    const auto found = [](double percent) {
        const std::string svg = hundred_svg(percent, "p");
        std::size_t count = 0;
        for (std::size_t at = svg.find("c-found"); at != std::string::npos;
             at = svg.find("c-found", at + 1)) {
            ++count;
        }
        return count;
    };
    EXPECT_EQ(found(0), 0U);
    EXPECT_EQ(found(38), 38U);
    EXPECT_EQ(found(38.5), 39U);  // and a half
    EXPECT_EQ(found(100), 100U);
    EXPECT_EQ(found(250), 100U);
}

TEST(ReportCharts, ClassSizesAreGathered) {
    const ClassSizes sizes = class_sizes({{"1", 12}, {"2", 4}, {"5", 10}, {"7", 14}, {"250", 250}});
    ASSERT_EQ(sizes.bars.size(), 4U);
    EXPECT_TRUE(sizes.bars[0].alone);
    EXPECT_EQ(sizes.bars[0].people, 12);
    EXPECT_FALSE(sizes.bars[1].alone);
    EXPECT_EQ(sizes.bars[2].label, "5-9");
    EXPECT_EQ(sizes.bars[2].people, 24);
    EXPECT_EQ(sizes.bars[3].label, "100+");
    EXPECT_EQ(class_sizes(Json::array({{2, 8}, {1, 3}})).bars[0].people, 3);
    EXPECT_EQ(class_sizes({{"few", 3}}).bars[0].label, "few");
    EXPECT_TRUE(class_sizes("nonsense").bars.empty());
}

TEST(ReportMap, StandsAlone) {
    const std::string svg = risk_utility_svg(test::exploration());
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_TRUE(svg.starts_with("<?xml"));
    EXPECT_THAT(svg, HasSubstr("xmlns=\"http://www.w3.org/2000/svg\""));
    EXPECT_THAT(svg, Not(HasSubstr("var(--")));
    EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
}

TEST(ReportMap, EveryPointHasATooltipAndTheChosenOneARing) {
    const Json exploration = test::exploration();
    const std::string svg = risk_map_svg(exploration, "m");
    EXPECT_THAT(svg, HasSubstr("data-brush=\"xy\" data-frame=\"46 24 748 430\" data-x-range=\"0 "));
    for (const Json& point : exploration["points"]) {
        EXPECT_THAT(svg, HasSubstr("<title>" + point["label"].get<std::string>() + ": risk "));
        EXPECT_THAT(
            svg, HasSubstr(fmt::format("data-x=\"{}\" data-y=\"{}\"", point["loss"].get<double>(),
                                       point["risk"].get<double>())));
    }
    EXPECT_THAT(svg, HasSubstr("(recommended)"));
    EXPECT_EQ(svg.find("c-ring"), svg.rfind("c-ring"));
}

// With nearly all the weight on the risk, equal scores are nearly equal risks: level lines.
TEST(ReportMap, AlphaIsTheWeightOfTheLoss) {
    Json exploration = test::exploration();
    exploration["alpha"] = 0.001;
    const std::string svg = risk_map_svg(exploration, "m");
    std::size_t lines = 0;
    for (std::size_t at = svg.find("\"c-score\""); at != std::string::npos;
         at = svg.find("\"c-score\"", at + 1)) {
        double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
        ASSERT_EQ(
            std::sscanf(svg.c_str() + at, "\"c-score\" x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf",
                        &x1, &y1, &x2, &y2),
            4);
        EXPECT_LT(std::abs(y2 - y1), 0.05 * (x2 - x1));
        ++lines;
    }
    EXPECT_GT(lines, 2U);
}

TEST(ReportMap, AnAbsurdPointDoesNotSqueezeTheOthers) {
    Json exploration = test::exploration();
    exploration["points"].push_back({{"id", 999},
                                     {"label", "absurd"},
                                     {"method", "noise"},
                                     {"risk", 50},
                                     {"loss", 1e6},
                                     {"score", 5e5}});
    const std::string svg = risk_map_svg(exploration, "m");
    EXPECT_THAT(svg, HasSubstr("c-beyond"));
    EXPECT_THAT(svg, HasSubstr("absurd: risk 50.0 %, loss 1,000,000 %"));
    EXPECT_THAT(risk_map_svg(test::exploration(), "m"), Not(HasSubstr("c-beyond")));
}

TEST(ReportMap, LabelsNeverOverlapEachOtherOrMarkers) {
    LabelPlacer placer({0, 0, 300, 200});
    std::vector<Box> markers, labels;
    const Stream stream = Random(3).stream("places");
    struct Place {
        double x, y;
    };
    std::vector<Place> places;
    for (int i = 0; i < 40; ++i) {
        Draws draws = stream.at(i);
        places.push_back({300 * draws.uniform(), 200 * draws.uniform()});
        const auto [x, y] = places.back();
        markers.push_back({x - 4, y - 4, x + 4, y + 4});
        placer.block(markers.back());
    }
    for (const auto& [x, y] : places) {
        const auto placed = placer.place(x, y, 4, 50, 12);
        if (!placed) continue;
        for (const Box& other : labels) EXPECT_FALSE(placed->box.overlaps(other));
        for (const Box& other : markers) EXPECT_FALSE(placed->box.overlaps(other));
        EXPECT_TRUE((Box{0, 0, 300, 200}).holds(placed->box));
        labels.push_back(placed->box);
    }
    EXPECT_GT(labels.size(), 10U);
}

TEST(ReportMap, ALonelyLabelStandsToTheRightOfItsPoint) {
    LabelPlacer placer({0, 0, 300, 200});
    const auto placed = placer.place(100, 100, 5, 40, 12);
    ASSERT_TRUE(placed);
    EXPECT_FALSE(placed->far);
    EXPECT_GT(placed->box.left, 105);
    EXPECT_DOUBLE_EQ((placed->box.top + placed->box.bottom) / 2, 100);
    const auto at_the_edge = placer.place(295, 20, 5, 40, 12);
    ASSERT_TRUE(at_the_edge);
    EXPECT_LT(at_the_edge->box.right, 295);
}

}  // namespace
}  // namespace lethe::report
