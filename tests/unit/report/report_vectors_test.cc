#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lethe/report/draw/line_chart.h"
#include "lethe/report/html.h"
#include "lethe/report/sections/vectors/vector_assessment.h"
#include "lethe/report/text.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Json release(std::int64_t k, double found) {
    return {{"file", "k" + std::to_string(k) + ".mtx"},
            {"k", k},
            {"anonymity", {{"documents", 200}, {"classes", 200 / k}, {"mean", k}, {"smallest", k}}},
            {"loss",
             {{"mean_distance", 0.1 * static_cast<double>(k)},
              {"spherical", {{"il", 0.25}, {"sse", 3}, {"ssa", 9}}},
              {"classical", {{"il", 0.5}, {"sse", 6}, {"ssa", 6}, {"sst", 12}}}}},
            {"linkage",
             {{"expected", found},
              {"strict", 0},
              {"lax", 100},
              {"bound", 100.0 / static_cast<double>(k)}}}};
}

Json assessment(std::vector<Json> releases) {
    return {{"kind", "vector-assessment"},
            {"original", {{"about", "original"}, {"file", "original.mtx"}, {"documents", 200}}},
            {"releases", releases}};
}

TEST(LineChart, DrawsLinesAndBands) {
    const LineChart chart =
        line_chart({{"title", "Loss <b>"},
                    {"x", "k"},
                    {"y", "IL"},
                    {"lines",
                     {{{"name", "ours"}, {"points", {{3, 0.4}, {1, 0.1}, {2, nullptr}, {5, 0.9}}}},
                      {{"name", "a single point"}, {"points", {{1, 0.1}}}}}},
                    {"bands", {{{"name", "published"}, {"low", 0.2}, {"high", 0.8}}}}});
    ASSERT_EQ(chart.lines[0].points.size(), 3u);
    EXPECT_EQ(chart.lines[0].points[0].first, 1);
    const std::string svg = line_chart_svg(chart, "l");
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_THAT(svg, HasSubstr("ours: from 0.1 at k 1 to 0.9 at 5."));
    EXPECT_THAT(svg, HasSubstr("published: 0.2 to 0.8"));
    EXPECT_THAT(svg, Not(HasSubstr("a single point")));
    EXPECT_EQ(line_chart_svg({}, "l"), "");
}

TEST(VectorAssessment, HeadlineOfOneRelease) {
    EXPECT_EQ(vectors_headline(assessment({release(5, 12)})),
              "Every published vector is shared by at least 5 documents (k = 5). Whoever holds the "
              "original vectors finds about 24 of 200 documents (12.0 %; at most 20.0 % where k is "
              "5). 25.0 % of the differences between documents are lost (mean distance of a "
              "document to what is published of it: 0.50, between 0 and 1).");
    EXPECT_THAT(vectors_headline(assessment({release(1, 100)})), HasSubstr("not anonymous"));
    EXPECT_EQ(vectors_headline(assessment({})), "Nothing was assessed.");
}

TEST(VectorAssessment, CurvesNeedReleasesOfDifferentK) {
    const Json several = assessment({release(10, 8), release(2, 40)});
    const std::vector<LineChart> charts = vector_charts(several);
    ASSERT_EQ(charts.size(), 2u);
    EXPECT_EQ(charts[0].lines[0].points,
              (std::vector<std::pair<double, double>>{{2, 40}, {10, 8}}));
    EXPECT_EQ(charts[1].lines[0].points.front(), (std::pair<double, double>{1, 0}));
    EXPECT_TRUE(vector_charts(assessment({release(2, 40)})).empty());
    EXPECT_TRUE(vector_charts(assessment({release(2, 40), release(2, 30)})).empty());
    EXPECT_THAT(text_report(several), StartsWith("2 releases with k from 2 to 10."));
}

TEST(VectorAssessment, OnAPage) {
    const Json several = assessment({release(10, 8), release(2, 40)});
    const std::string page = html_report(std::span(&several, 1));
    EXPECT_EQ(test::check_markup(page).problem, "");
    EXPECT_THAT(page, HasSubstr("Not for publication"));
    EXPECT_THAT(page, HasSubstr("Documents found"));
    EXPECT_THAT(page, Not(HasSubstr("How to read this page")));
    HtmlOptions options;
    options.for_publication = true;
    EXPECT_THAT(html_report(std::span(&several, 1), options), Not(HasSubstr("original.mtx")));
}

TEST(Reproductions, OnAPage) {
    const Json all{
        {"kind", "reproductions"},
        {"reproductions",
         {{{"title", "An experiment"},
           {"source", "A source"},
           {"tables",
            {{{"title", "A table"},
              {"columns", {{{"key", "a"}, {"head", "figure"}}}},
              {"rows", {{{"a", 1.234}}}}}}},
           {"charts",
            {{{"title", "A chart"},
              {"lines", {{{"name", "ours"}, {"points", {{1, 0.1}, {2, 0.2}}}}}}}}},
           {"checks",
            {{{"what", "one"}, {"holds", true}}, {{"what", "two"}, {"holds", false}}}}}}}};
    const std::string page = html_report(std::span(&all, 1));
    EXPECT_EQ(test::check_markup(page).problem, "");
    for (const char* part : {"Run again: An experiment. 1 of 2 checks hold.", "A table", "1.23",
                             "A chart", "Does not hold: two"}) {
        EXPECT_THAT(page, HasSubstr(part));
    }
}

}  // namespace
}  // namespace lethe::report
