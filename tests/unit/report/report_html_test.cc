#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/draw/risk_map.h"
#include "lethe/report/html.h"
#include "lethe/report/text.h"
#include "report_evolution_examples.h"
#include "report_examples.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<Json> all_examples() {
    return {test::inspection(), test::release(), test::exploration(), test::assessment(),
            test::evolution()};
}

std::size_t html_count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

// Nothing that a browser would fetch, run or follow.
void expect_self_contained(const std::string& html) {
    for (const char* part : {"http:", "https:", "//", "src=", "url(", "@import", "<script", "<link",
                             "<iframe", "<object", "javascript:", "<base", "<form"}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
}

TEST(ReportHtml, IsWellFormedAndSelfContained) {
    for (const bool for_publication : {false, true}) {
        HtmlOptions options;
        options.for_publication = for_publication;
        const std::string html = html_report(all_examples(), options);
        EXPECT_EQ(test::check_markup(html).problem, "");
        expect_self_contained(html);
        EXPECT_THAT(html, HasSubstr("Content-Security-Policy"));
    }
}

TEST(ReportHtml, EveryExampleStandsAlone) {
    for (const Json& result : all_examples()) {
        EXPECT_EQ(test::check_markup(html_report(std::vector{result})).problem, "");
    }
    EXPECT_EQ(test::check_markup(html_report({})).problem, "");
}

TEST(ReportHtml, LossesOfCategoriesAreOneStory) {
    const auto measure = [](const char* name, double value, const Json& details) {
        return Json{{"name", name}, {"value", value}, {"unit", "percent"}, {"details", details}};
    };
    const Json columns{{"columns", {{"job", 12.5}, {"school", 37.5}}}};
    Json tables = columns;
    tables["worst"] = {{{"columns", {"job", "school"}}, {"sum", 6.0}, {"percent", 50.0}}};
    Json result{{"kind", "assessment"},
                {"columns", {"job", "school"}},
                {"measures",
                 {measure("dbil", 20.8, columns), measure("ctbil", 27.8, tables),
                  measure("ebil", 44.8, columns)}}};
    const auto page = [&] { return html_report(std::vector{result}); };
    // Alone each is a finding of its own; with their mean they stand in its table.
    EXPECT_EQ(test::check_markup(page()).problem, "");
    EXPECT_EQ(html_count_of(page(), "class=\"finding\""), 3U);
    result["measures"].push_back(measure("category-loss", 31.1, {{"dbil", 20.8}}));
    const std::string told = page();
    EXPECT_EQ(test::check_markup(told).problem, "");
    EXPECT_EQ(html_count_of(told, "class=\"finding\""), 1U);
    for (const char* part : {"The parts of the loss of categories", "tables that lost most",
                             "would change their cell (CTBIL)", "37.5"}) {
        EXPECT_THAT(told, HasSubstr(part));
    }
}

// A small transition matrix is a table of its own; a large or broken one is not spelt out.
TEST(ReportHtml, TransitionMatricesAreTables) {
    const auto shown = [](const Json& matrix) {
        Json release = test::release();
        release["steps"] = Json::array({{{"method", "pram"},
                                         {"columns", {"job"}},
                                         {"parameters", {{"matrix", {{"job", matrix}}}}},
                                         {"facts", {{"matrix", {{"job", matrix}}}}}}});
        return html_report(std::vector<Json>{release}, HtmlOptions{});
    };
    const std::string small =
        shown({{"categories", {"nurse", "clerk"}}, {"rows", {{0.75, 0.25}, {0.125, 0.875}}}});
    EXPECT_THAT(small, HasSubstr("Transition matrix of job"));
    EXPECT_THAT(small, HasSubstr("0.875"));
    EXPECT_THAT(small, HasSubstr("2 x 2"));
    EXPECT_THAT(small, Not(HasSubstr("categories&quot;")));
    const Json row(std::vector<double>(40, 0.025));
    const std::string large = shown(
        {{"categories", std::vector<std::string>(40, "x")}, {"rows", std::vector<Json>(40, row)}});
    EXPECT_THAT(large, HasSubstr("stands in the release record"));
    EXPECT_THAT(large, Not(HasSubstr("0.025")));
    shown({{"categories", {"nurse"}}, {"rows", {7}}});
    shown("m.csv");
}

TEST(ReportHtml, OrderOfTheResultsDoesNotMatter) {
    std::vector<Json> turned = all_examples();
    std::ranges::reverse(turned);
    EXPECT_EQ(html_report(all_examples()), html_report(turned));
}

TEST(ReportHtml, SaysWhatAReaderMustKnow) {
    const std::string html = html_report(all_examples());
    const std::string text = test::check_markup(html).text;
    EXPECT_THAT(text, HasSubstr("Of 1,080 people the worst attack tried, Distance-based linkage, "
                                "finds about 412 (38.1&#160;%)."));
    EXPECT_THAT(text, HasSubstr("What was done"));
    EXPECT_THAT(text, HasSubstr("Recommended: mdav k=10"));
    EXPECT_THAT(text, HasSubstr("It is proven that no other choice of weights finds more."));
    EXPECT_THAT(text, HasSubstr("values become multiples of this"));  // from the catalogue
    EXPECT_THAT(text, HasSubstr("Signature"));
    EXPECT_THAT(text, HasSubstr("Lethe 0.1.0"));
}

TEST(ReportHtml, EveryDrawingHasATitleAndADescription) {
    const std::string html = html_report(all_examples());
    const std::size_t drawings = html_count_of(html, "<svg class=\"chart\"");
    EXPECT_GT(drawings, 10U);
    EXPECT_EQ(html_count_of(html, "<desc "), drawings);
    EXPECT_EQ(html_count_of(html, "role=\"img\""), drawings);
}

TEST(ReportHtml, TablesHaveHeadersAndBoxesOfTheirOwn) {
    const test::MarkupCheck check = test::check_markup(html_report(all_examples()));
    const auto tables = std::ranges::count(check.tags, "table");
    EXPECT_GT(tables, 5);
    EXPECT_GE(std::ranges::count(check.tags, "thead"), tables);
    EXPECT_EQ(html_count_of(html_report(all_examples()), "class=\"scroll\""),
              static_cast<std::size_t>(tables));
}

TEST(ReportHtml, AlphaIsTheWeightOfTheLoss) {
    Json assessment = test::assessment(false);
    assessment["alpha"] = 0.7;
    EXPECT_THAT(html_report(std::vector{assessment}),
                HasSubstr("0.7 \xC3\x97 loss + 0.3 \xC3\x97 risk"));
}

constexpr std::string_view kInternal =
    "Internal: contains statistics of the original data. Not for publication.";

TEST(ReportHtml, SaysThatItIsInternalWhenItIs) {
    EXPECT_THAT(html_report(std::vector{test::assessment()}), HasSubstr(std::string(kInternal)));
    EXPECT_THAT(html_report(std::vector{test::inspection()}), HasSubstr(std::string(kInternal)));
    EXPECT_THAT(html_report(std::vector{test::release(), test::exploration()}),
                Not(HasSubstr(std::string(kInternal))));
}

TEST(ReportHtml, InspectionShowsRolesRankingAndWarnings) {
    const std::string html = html_report(std::vector{test::inspection()});
    for (const char* part : {"Identifiers: to be dropped", "What each quasi-identifier adds",
                             "age + income", "a warning to be shown"}) {
        EXPECT_THAT(html, HasSubstr(part));
    }
}

TEST(ReportHtml, PublicationLeavesOutTheOriginal) {
    HtmlOptions options;
    options.for_publication = true;
    std::vector<Json> results = all_examples();
    results[1]["seed"] = 424242;
    results[3]["attacks"][0]["private_details"] = {{"links", {515151, 2}}};
    results[3]["attacks"][0]["details"]["links"] = {616161, 3};
    const std::string html = html_report(results, options);
    for (const char* part : {"Before and after", "871", "31,480", "424242", "515151", "616161",
                             "424,242", "data/people.csv", "Sign-off", "Internal:"}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
    EXPECT_THAT(html, HasSubstr("about 412"));
    EXPECT_THAT(html, HasSubstr("Prepared for publication"));
}

// Puts `value` in place of every text.
void replace_texts(Json& json, const std::string& value) {
    if (json.is_string()) {
        json = value;
    } else if (json.is_structured()) {
        for (auto& [key, item] : json.items()) {
            if (key != "kind" && !(key == "name" && item.is_string())) replace_texts(item, value);
        }
    }
}

TEST(ReportHtml, HostileTextsStayTexts) {
    for (const std::string hostile :
         {"<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
          "</style></title><script>", "' onload='x", "&lt;script&gt;", "\xFF\xFE\x80",
          "</svg><a href='javascript:x'>"}) {
        std::vector<Json> results = all_examples();
        for (Json& result : results) replace_texts(result, hostile);
        Json keyed = Json::object();
        keyed["kind"] = hostile;
        keyed[hostile] = {{hostile, 1}, {"b", hostile}};
        keyed["list"] = Json::array({{{hostile, hostile}}});
        results.push_back(keyed);
        HtmlOptions options;
        options.title = hostile;
        options.date = hostile;
        const std::string html = html_report(results, options);
        const test::MarkupCheck check = test::check_markup(html);
        EXPECT_EQ(check.problem, "") << hostile;
        for (const char* tag : {"script", "img", "a"}) {
            const auto links =
                std::string_view(tag) == "a" ? html_count_of(html, "<a href=\"#") : 0;
            EXPECT_EQ(std::ranges::count(check.tags, tag), static_cast<std::ptrdiff_t>(links));
        }
        EXPECT_EQ(test::check_markup(risk_utility_svg(results[2])).problem, "");
        EXPECT_EQ(test::check_markup(population_svg(results[4])).problem, "");
    }
}

// Every field of every example, replaced by something it should not be.
void for_each_broken(const Json& whole, const Json::json_pointer& at, const Json& wrong,
                     const std::function<void(const Json&)>& visit) {
    const Json& here = whole.at(at);
    if (here.is_structured()) {
        std::size_t index = 0;
        for (const auto& [key, item] : here.items()) {
            if (here.is_array() && index++ > 1) break;  // further items are like the first
            for_each_broken(whole, here.is_array() ? at / (index - 1) : at / key, wrong, visit);
        }
    }
    if (at.empty()) return;
    Json broken = whole;
    broken[at] = wrong;
    visit(broken);
}

TEST(ReportHtml, BrokenResultsAreShownAsFarAsTheyGo) {
    const Json shapes = test::assessment()["about_original"]["distributions"];
    const std::vector<Json> examples = {
        test::release(),
        test::assessment(false),
        test::inspection(),
        test::exploration(),
        test::evolution(4, 3),
        test::evolved_matrices(),
        test::evolved_formula(),
        {{"kind", "assessment"}, {"distributions", {shapes[1], shapes[3]}}}};
    const std::vector<Json> wrongs = {nullptr,
                                      "text",
                                      -7,
                                      1e308,
                                      Json::array(),
                                      Json::object(),
                                      Json::array({nullptr, 1, "x", {{"a", 1}}})};
    int tried = 0;
    for (const Json& example : examples) {
        for (const Json& wrong : wrongs) {
            for_each_broken(example, Json::json_pointer(), wrong, [&](const Json& broken) {
                const std::string html = html_report(std::vector{broken});
                ASSERT_EQ(test::check_markup(html).problem, "");
                ASSERT_FALSE(text_report(broken).empty());
                ++tried;
            });
        }
    }
    EXPECT_GT(tried, 1000);
}

TEST(ReportHtml, MeasuredReleasesNeedNoAssessment) {
    Json release = test::release();
    release["measured"] = test::assessment(false);
    release["measured"].erase("kind");
    const std::string html = html_report(std::vector{release});
    EXPECT_THAT(html, HasSubstr("finds about 412"));
    const std::string both = html_report(std::vector{release, test::assessment(false)});
    EXPECT_EQ(html_count_of(both, "<h3>Distance-based linkage</h3>"), 1U);
}

TEST(ReportHtml, ProtectionsThatFailedAreNotCountedAsTried) {
    Json exploration = test::exploration();
    exploration["points"].push_back(
        {{"id", 999}, {"label", "mdav k=9999"}, {"error", "k is larger than the file"}});
    const std::string html = html_report(std::vector{exploration});
    EXPECT_THAT(html, HasSubstr("38 protections were tried"));
    EXPECT_THAT(html, HasSubstr("k is larger than the file"));
}

TEST(ReportHtml, SeveralAssessmentsAreToldApart) {
    Json other = test::assessment();
    other["masked"]["file"] = "out/second.csv";
    const std::string html = html_report(std::vector{test::assessment(), other});
    EXPECT_EQ(test::check_markup(html).problem, "");
    EXPECT_THAT(html, HasSubstr("second.csv"));
    EXPECT_EQ(html_count_of(html, "class=\"headline\""), 2U);
}

}  // namespace
}  // namespace lethe::report
