// The pages and words of compare and explain, and their drawings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/method/publication.h"
#include "lethe/report/draw/heat_map.h"
#include "lethe/report/draw/scatter_drawing.h"
#include "lethe/report/draw/waterfall.h"
#include "lethe/report/html.h"
#include "lethe/report/text.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReportWaterfall, SaysWhoIsLeft) {
    const std::string svg = waterfall_svg({1000, {{"age", 62}, {"<town>", 62}, {"job", 1}}}, "w");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("age leaves 62 of 1,000"));
    EXPECT_THAT(svg, HasSubstr("&lt;town&gt; leaves 62 of 62"));
    EXPECT_THAT(svg, HasSubstr("job leaves 1 of 62: 5.9542 bits"));
    EXPECT_THAT(svg, HasSubstr("c-alone"));
}

// A halving is as wide wherever it happens.
TEST(ReportWaterfall, IsInBits) {
    const std::string svg = waterfall_svg({64, {{"a", 32}, {"b", 16}}}, "w");
    const auto width = [&](std::size_t from) {
        const std::size_t at = svg.find("width=\"", svg.find("c-after", from));
        return svg.substr(at, svg.find('"', at + 7) - at);
    };
    EXPECT_EQ(width(svg.find("a leaves")), width(svg.find("b leaves")));
}

TEST(ReportWaterfall, NothingIsDrawnOfWhatDoesNotFall) {
    EXPECT_EQ(waterfall_svg({}, "w"), "");
    EXPECT_EQ(waterfall_svg({10, {{"a", 11}}}, "w"), "");
    EXPECT_EQ(waterfall_svg({10, {{"a", 0}}}, "w"), "");
    EXPECT_EQ(test::check_markup(waterfall_svg({1, {{"a", 1}}}, "w")).problem, "");
}

TEST(ReportHeatMap, ShadesBySignAndSize) {
    HeatMap map{"differences", "of pairs", {"age", "<b>"}, {"age", "<b>"}, {}};
    map.values = {{0.0, -1.0}, {0.5, std::nullopt}};
    const std::string svg = heat_map_svg(map, "h");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("c-s0"));
    EXPECT_THAT(svg, HasSubstr("c-n9"));
    EXPECT_THAT(svg, HasSubstr("c-unknown"));
    EXPECT_THAT(svg, HasSubstr("-1.00"));
    EXPECT_THAT(svg, HasSubstr("&lt;b&gt;  2"));
    map.columns = {"North", "South"};
    EXPECT_THAT(heat_map_svg(map, "h"), HasSubstr("B  South"));
    map.values.pop_back();
    EXPECT_EQ(heat_map_svg(map, "h"), "");
    EXPECT_EQ(heat_map_svg({}, "h"), "");
}

// A point where it belongs, one with its records as an area, one beyond the frame at its edge.
TEST(ReportScatter, DrawsPointsWithTheirRecords) {
    ScatterPlot plot{"<age>", "original", "released", 0, 10, 0, 10, {}, 0, true};
    plot.places = {{0, 0, 1}, {5, 5, 4}, {99, 10, 1}};
    const std::string svg = scatter_svg(plot, "s");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("cx=\"62\" cy=\"326\" r=\"2.2\""));
    EXPECT_THAT(svg, HasSubstr("cx=\"210\" cy=\"178\" r=\"4.4\""));
    EXPECT_THAT(svg, HasSubstr("cx=\"358\" cy=\"30\" r=\"2.2\""));
    EXPECT_THAT(svg, HasSubstr("6 records at 3 points"));
    EXPECT_THAT(svg, HasSubstr("&lt;age&gt;"));
    EXPECT_THAT(svg, HasSubstr("c-score"));
}

// A shade is one path, the fullest hexagon the darkest.
TEST(ReportScatter, DrawsHexagonsByTheirShade) {
    ScatterPlot plot{"two", "a", "b", 0, 1, 0, 1, {}, 20, false};
    plot.places = {{0.1, 0.1, 1}, {0.2, 0.1, 1}, {0.5, 0.5, 100}, {0.9, 0.9, 10}};
    const std::string svg = scatter_svg(plot, "s");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    for (const char* shade : {"c-s1", "c-s5", "c-s9"}) EXPECT_THAT(svg, HasSubstr(shade));
    EXPECT_EQ(svg.find("c-s1\""), svg.rfind("c-s1\""));
    EXPECT_THAT(svg, Not(HasSubstr("c-score")));
    EXPECT_THAT(svg, HasSubstr("112 records at 4 hexagons"));
}

TEST(ReportScatter, NothingIsDrawnWithoutAPlace) {
    EXPECT_EQ(scatter_svg({}, "s"), "");
    EXPECT_TRUE(scatter_plot(Json{{"x", {0, 1}}, {"points", 7}}).places.empty());
    ScatterPlot upside{"", "", "", 1, 0, 0, 1, {{0, 0, 1}}, 0, false};
    EXPECT_EQ(scatter_svg(upside, "s"), "");
    ScatterPlot single{"", "", "", 4, 4, 4, 4, {{4, 4, 9}}, 0, true};
    EXPECT_EQ(test::check_markup(scatter_svg(single, "s")).problem, "");
}

Json scatter_example(double value) {
    return {{"about", "original"},
            {"form", "points"},
            {"x", {0, 90}},
            {"y", {0, 90}},
            {"points", {{value, 41, 2}, {17, 18, 1}}},
            {"records", 3},
            {"missing", 1},
            {"beyond", 2},
            {"correlation", 0.875}};
}

Json compared_result() {
    const Json figures = {{1, 0.5}, {0.5, 1}};
    const Json stats = {{"mean", 40.5}, {"sd", 10.25}};
    return {{"kind", "comparison"},
            {"about", "original"},
            {"rows", {{"before", 1000}, {"after", 950}}},
            {"columns",
             {{{"column", "age"},
               {"kind", "numeric"},
               {"edges", {0, 50, 100}},
               {"before", {600, 400}},
               {"after", {500, 450}},
               {"before_stats", stats},
               {"after_stats", stats},
               {"moved", {{"changed", 77}, {"changed_share", 8.1}, {"ks", 0.126}}},
               {"scatter", scatter_example(43)}},
              {{"column", "town"},
               {"kind", "nominal"},
               {"labels", {"Zebrafeld", "other"}},
               {"before", {600, 400}},
               {"after", {500, 450}},
               {"moved", {{"changed", 5}, {"changed_share", 0.5}, {"total_variation", 0.07}}}}}},
            {"correlations",
             {{"columns", {"age", "income"}},
              {"before", figures},
              {"after", {{1, 0.25}, {0.25, 1}}},
              {"difference", {{0, -0.25}, {-0.25, 0}}}}},
            {"pair",
             {{"columns", {"age", "town"}},
              {"labels", Json::array({{"below 40", "from 40"}, {"Zebrafeld", "(other)"}})},
              {"before", {{300, 300}, {200, 200}}},
              {"after", {{200, 300}, {250, 200}}},
              {"difference", {{-8.9, 1.6}, {6.3, 1.1}}},
              {"scatter",
               {{"about", "original"},
                {"columns", {"age", "income"}},
                {"before", scatter_example(43)},
                {"after", scatter_example(44)}}},
              {"total_variation", 0.09},
              {"association_before", 0.1},
              {"association_after", 0.2}}},
            {"warnings", Json::array()}};
}

Json explained_result() {
    return {
        {"kind", "link-explanation"},
        {"about", "original"},
        {"released", true},
        {"records", 1000},
        {"columns", {"age", "town"}},
        {"left_out", {"note"}},
        {"steps",
         {{{"column", "age"}, {"before", 1000}, {"left", 62}, {"bits", 4.01}},
          {{"column", "town"}, {"before", 62}, {"left", 2}, {"bits", 4.95}}}},
        {"left", 2},
        {"bits", 8.97},
        {"chance", 0.5},
        {"distance",
         {{"rank", 3},
          {"equally_near", 1},
          {"chance", 0},
          {"own", 0.3},
          {"nearest_wrong", 0.1},
          {"columns",
           {{{"column", "age"}, {"own_share", 0.25}, {"wrong_share", 1.0}},
            {{"column", "town"}, {"own_share", 0.75}, {"wrong_share", 0.0}}}}}},
        {"private",
         {{"row", 717},
          {"values", {{{"column", "town"}, {"original", "Zebrafeld"}, {"released", "Xanten"}}}}}}};
}

TEST(ReportCompared, TheTerminalSaysWhatMoved) {
    const std::string text = text_report(compared_result());
    for (const char* part : {"1,000 original and 950 released rows", "age, by 0.13",
                             "from 0.50 to 0.25", "8.1 %", "-8.9", "age + income"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST(ReportCompared, ThePageDrawsAllOfIt) {
    const std::string html = html_report(std::vector{compared_result()});
    EXPECT_EQ(test::check_markup(html).problem, "");
    for (const char* part :
         {"Correlations of numbers: after less before", "c-n2", "Two columns together",
          "Correlations of numbers: before", "Correlations of numbers: after",
          "age: original against released", "age and income, before", "age and income, after",
          "Correlation 0.88. 2 records lie beyond the frame, drawn at its edge; 1 lacks a value",
          "below 40, Zebrafeld: 300 before, 200 after", "age, before and after",
          "Internal: contains statistics of the original data"}) {
        EXPECT_THAT(html, HasSubstr(part));
    }
}

TEST(ReportExplained, SaysWhyAPersonIsFound) {
    const std::string text = text_report(explained_result());
    for (const char* part : {"row 717", "one of 2", "50.0 %", "2 records are nearer", "note"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
    EXPECT_THAT(text, Not(HasSubstr("Zebrafeld")));
    const std::string html = html_report(std::vector{explained_result()});
    EXPECT_EQ(test::check_markup(html).problem, "");
    EXPECT_THAT(html, HasSubstr("town leaves 2 of 62"));
    EXPECT_THAT(html, HasSubstr("Why a person is found"));
    Json gone = explained_result();
    gone["released"] = false;
    gone.erase("steps");
    EXPECT_THAT(text_report(gone), HasSubstr("is not among the 1,000 released records"));
}

TEST(ReportExplained, NothingOfEitherIsPublished) {
    HtmlOptions options;
    options.for_publication = true;
    const std::string html =
        html_report(std::vector{compared_result(), explained_result()}, options);
    for (const char* part : {"Zebrafeld", "717", "leaves", "Correlations", "0.126", "950",
                             "against released", "beyond the frame", "<circle"}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
}

// A scatter says of itself what it is: wherever it is put, it is not published.
TEST(ReportScatter, IsPrivateWhereverItStands) {
    const Json assessment = {{"kind", "assessment"},
                             {"attacks", Json::array()},
                             {"drawn", {{"scatter", scatter_example(43)}}},
                             {"list", Json::array({scatter_example(43)})}};
    EXPECT_EQ(published(assessment).dump().find("43"), std::string::npos);
    EXPECT_TRUE(describes_original(assessment));
    EXPECT_TRUE(published(scatter_example(43)).is_null());
}

// Whatever stands in a file, a page is made of it.
TEST(ReportCompared, WrongMembersAreNotShown) {
    for (const Json& example : {compared_result(), explained_result()}) {
        for (const auto& [key, value] : example.items()) {
            for (const Json& wrong : {Json(nullptr), Json("text"), Json(-7), Json::array({1, "x"}),
                                      Json{{"columns", 3}}, Json::array({Json::array({1})})}) {
                Json broken = example;
                if (key != "kind") broken[key] = wrong;
                text_report(broken);
                EXPECT_EQ(test::check_markup(html_report(std::vector{broken})).problem, "");
            }
        }
    }
}

}  // namespace
}  // namespace lethe::report
