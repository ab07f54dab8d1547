#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "lethe/method/publication.h"
#include "lethe/report/base/result.h"
#include "lethe/report/draw/evolution_drawings.h"
#include "lethe/report/draw/plot.h"
#include "lethe/report/draw/population_scene.h"
#include "lethe/report/html.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/search/evolution.h"
#include "lethe/report/text.h"
#include "report_evolution_examples.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

std::size_t evolution_count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

TEST(ReportEvolution, HeadlineSaysWhatBecameOfTheStart) {
    EXPECT_EQ(
        headline(test::evolution()),
        "Evolution brought the score down from 36.50 (the best of 30 files, mdav k=7) to "
        "35.12: the risk is 45.0 % instead of 48.0 % and the loss is 25.2 % instead of 25.0 %.");
    EXPECT_THAT(headline(test::evolved_matrices()),
                HasSubstr("from 38.25 (the best classical matrix, frequency theta=0.4) to 35.12"));
    EXPECT_THAT(headline(test::evolved_formula()),
                HasSubstr("from 38.25 (the standard formula) to 35.12"));
}

TEST(ReportEvolution, HeadlineSaysWhatStays) {
    Json result = test::evolution();
    result["start"]["loss"] = 25.2499;
    EXPECT_THAT(headline(result), HasSubstr("and the loss stays at 25.2 %."));
}

TEST(ReportEvolution, HeadlineClaimsNoGainWhereThereIsNone) {
    Json result = test::evolution();
    result["best"] = result["start"];
    EXPECT_EQ(
        headline(result),
        "Evolution found nothing better than the best of 30 files, mdav k=7, with score 36.50: "
        "the risk is 48.0 % and the loss is 25.0 %.");
    result.erase("start");
    EXPECT_EQ(headline(result),
              "The best that evolution found has score 36.50: the risk is 48.0 % and the loss is "
              "25.0 %.");
    result.erase("best");
    EXPECT_EQ(headline(result), "An evolution that does not say what it found.");
}

TEST(ReportEvolution, ScoresAreToldApart) {
    EXPECT_EQ(score_text(35.12345), "35.12");
    EXPECT_EQ(score_text(35.12345, 35.12), "35.123");
    EXPECT_EQ(score_text(35.12345, 36.0), "35.12");
    EXPECT_EQ(score_text(35.12345, 35.12345), "35.12");
    EXPECT_EQ(score_text(1, 1 + 1e-12), "1.000000");
}

TEST(ReportEvolution, PartsStandBesideEachOther) {
    const std::string text = text_report(test::evolution());
    EXPECT_THAT(text, ContainsRegex("\n  Disclosure risk +48.00  45.00   -3.00\n"));
    EXPECT_THAT(text, ContainsRegex("\n    entropy \\(EBIL\\) +45.00  46.00   \\+1.00\n"));
    EXPECT_THAT(text,
                HasSubstr("search: 40 generations and 12,345 evaluations in 7.50 s; ended when "
                          "nothing better came any"));
    EXPECT_THAT(text, HasSubstr("  release  evolution/best.csv\n"));
}

TEST(ReportEvolution, PartsOfAnotherVersionAreShownByTheirNames) {
    Json result = test::evolution();
    result["best"]["novel_part"] = 12.5;
    EXPECT_THAT(text_report(result), ContainsRegex("\n  novel part +-  12.50       -\n"));
}

TEST(ReportEvolution, FailedStartsAreGatheredByTheirReason) {
    const std::string text = text_report(test::evolution());
    EXPECT_THAT(text, HasSubstr("  3 could not be started with:\n"
                                "    pram p=0.1 and 1 more: the column has a single category\n"
                                "    mdav k=900: k is larger than the file\n"));
    Json many = test::evolution();
    for (int i = 0; i < 9; ++i) {
        many["start"]["failed"].push_back(
            {{"label", "x"}, {"error", "reason " + std::to_string(i)}});
    }
    EXPECT_THAT(text_report(many), HasSubstr("    and 8 others\n"));
}

TEST(ReportEvolution, MatricesAreShownInColumns) {
    const std::string text = text_report(test::evolved_matrices());
    EXPECT_THAT(text, HasSubstr("  region: chances to become\n"
                                "               1     2      3\n"
                                "  -  -----  ----  ----  -----\n"
                                "  1  north  0.88  0.12      0\n"
                                "  2  south  0.25  0.75  < .01\n"
                                "  3  east      0     0      1\n"));
    EXPECT_THAT(text, HasSubstr("18.8 % of the values are expected to change"));
    EXPECT_THAT(text, HasSubstr("found, fresh"));
    const std::string html = html_report(std::vector{test::evolved_matrices()});
    EXPECT_THAT(html, HasSubstr("<td class=\"h8 dark\">0.88</td>"));
    EXPECT_THAT(html, HasSubstr("<td class=\"h0\">&lt; .01</td>"));
}

TEST(ReportEvolution, LargeMatricesAreShortened) {
    Json result = test::evolved_matrices();
    Json categories = Json::array(), rows = Json::array();
    for (int i = 0; i < 40; ++i) {
        categories.push_back("category " + std::to_string(i));
        rows.push_back(std::vector<double>(40, 0.025));
    }
    result["best"]["about_original"]["matrices"]["region"] = {{"categories", categories},
                                                              {"rows", rows}};
    const std::string text = text_report(result);
    EXPECT_THAT(text, HasSubstr("30 more categories"));
    EXPECT_THAT(text, Not(HasSubstr("category 10 ")));
    EXPECT_THAT(html_report(std::vector{result}), HasSubstr("24 more categories"));
}

TEST(ReportEvolution, AMatrixThatIsNoneIsLeftOut) {
    for (const Json& rows : {Json::array({{1, 0}, {0}, {0, 0, 1}}), Json::array(), Json("rows")}) {
        Json result = test::evolved_matrices();
        result["best"]["about_original"]["matrices"]["region"]["rows"] = rows;
        EXPECT_TRUE(best_matrices(result).empty());
        EXPECT_EQ(test::check_markup(html_report(std::vector{result})).problem, "");
    }
}

TEST(ReportEvolution, AMatrixThatTurnsCategoriesRoundIsToldOf) {
    Json result = test::evolved_matrices();
    EXPECT_THAT(html_report(std::vector{result}), Not(HasSubstr("can turn them back")));
    result["best"]["about_original"]["matrices"]["region"]["rows"][1] = {0.7, 0.3, 0};
    EXPECT_THAT(html_report(std::vector{result}), HasSubstr("can turn them back"));
}

TEST(ReportEvolution, AFormulaTriedOnOneTableShowsItsMatrices) {
    Json result = test::evolved_formula();
    EXPECT_TRUE(best_matrices(result).empty());
    EXPECT_THAT(text_report(result), HasSubstr("second.csv"));
    result["best"]["about_original"]["tables"].erase(1);
    ASSERT_EQ(best_matrices(result).size(), 1U);
    EXPECT_EQ(best_matrices(result)[0].rows[0][0], 0.625);
    EXPECT_THAT(text_report(result), Not(HasSubstr("first.csv")));
}

TEST(ReportEvolution, SaysWhyItEnded) {
    Json result = test::evolution();
    for (const auto& [rule, words] :
         std::vector<std::pair<std::string, std::string>>{{"generations", "after the generations"},
                                                          {"seconds", "time was over"},
                                                          {"evaluations", "after the evaluations"},
                                                          {"target", "score asked for"}}) {
        result["stopped_by"] = rule;
        EXPECT_THAT(search_words(result), HasSubstr(words));
    }
    result["stopped_by"] = "a rule of another version";
    EXPECT_EQ(search_words(result), "40 generations and 12,345 evaluations in 7.50 s");
    EXPECT_EQ(search_words(Json::object()), "");
}

TEST(ReportEvolution, FormulasAreShownSimplifiedAndAsBred) {
    const std::string text = text_report(test::evolved_formula());
    EXPECT_THAT(text, HasSubstr("  formula: sqrt(b)\n  as it was bred: sqrt(b) * (a / a)\n"));
    EXPECT_THAT(text, HasSubstr("first.csv"));
    const std::string html = html_report(std::vector{test::evolved_formula()});
    EXPECT_THAT(html, HasSubstr("<code>sqrt(b)</code>"));
    EXPECT_THAT(html, HasSubstr("As it was bred: <code>sqrt(b) * (a / a)</code>"));
}

TEST(ReportEvolution, PageHoldsBothDrawingsForDeskAndPhone) {
    const std::string html = html_report(std::vector{test::evolution()});
    const test::MarkupCheck check = test::check_markup(html);
    EXPECT_EQ(check.problem, "");
    EXPECT_EQ(evolution_count_of(html, "<figure class=\"map-wide\">"), 2U);
    EXPECT_EQ(evolution_count_of(html, "<figure class=\"map-narrow\">"), 2U);
    EXPECT_THAT(check.text, HasSubstr("Found by evolution"));
    EXPECT_THAT(check.text, HasSubstr("36.50 at the start"));
    EXPECT_THAT(check.text, HasSubstr("Disclosure risk report: people.csv"));
    EXPECT_THAT(html, Not(HasSubstr("Internal:")));
}

TEST(ReportEvolution, EveryProtectionIsDrawnAndTheBestAreRingedAndNamed) {
    const std::string svg = population_drawing(test::evolution(), "p", 760);
    EXPECT_EQ(test::check_markup(svg).problem, "");
    EXPECT_EQ(
        evolution_count_of(svg.substr(0, svg.find("c-frame")), "<title>last population: risk"),
        30U);
    EXPECT_GE(evolution_count_of(svg, "<title>last population: risk"),
              57U);  // nine in ten once more
    EXPECT_GE(evolution_count_of(svg, ": risk "), 90U);
    EXPECT_EQ(evolution_count_of(svg, "class=\"c-ring"), 2U);
    EXPECT_THAT(svg, HasSubstr(">found 35.12<"));
    EXPECT_THAT(svg, HasSubstr(">start 36.50<"));
    EXPECT_THAT(svg, HasSubstr("the framed part, enlarged"));
}

TEST(ReportEvolution, LongNamesAreLeftOutOnAPhone) {
    Json result = test::evolution();
    result["start"]["label"] = "a method with a very long name";
    const auto named = [&](double width) {
        return evolution_count_of(population_drawing(result, "p", width),
                                  ">a method with a very long name<");
    };
    EXPECT_EQ(named(760), 1U);
    EXPECT_EQ(named(380), 0U);
    EXPECT_THAT(population_drawing(result, "p", 380), HasSubstr("class=\"c-ring c-thin\""));
}

TEST(ReportEvolution, APopulationThatIsSpreadOutIsNotEnlarged) {
    Json result = test::evolution();
    result["population_last"] = result["population_first"];
    const std::string svg = population_drawing(result, "p", 760);
    EXPECT_THAT(svg, Not(HasSubstr("enlarged")));
    EXPECT_EQ(evolution_count_of(svg, "class=\"c-ring"), 2U);
}

TEST(ReportEvolution, ThoseWhoLagBehindDoNotSpoilTheEnlargement) {
    Json result = test::evolution();
    const auto part = read_population_scene(result)->enlarged;
    ASSERT_TRUE(part);
    result["population_last"][3] = {{"risk", 90}, {"loss", 60}, {"score", 75}};
    const auto same = read_population_scene(result)->enlarged;
    ASSERT_TRUE(same);
    EXPECT_LT(same->risk.high, 52);
    EXPECT_LT(same->loss.high, 27);
}

TEST(ReportEvolution, LinesOfEqualScoreFollowTheAim) {
    Json result = test::evolution();
    const auto lines = [&] {
        return evolution_count_of(population_drawing(result, "p"), "c-score");
    };
    EXPECT_GT(lines(), 4U);
    result["aim"] = {{"kind", "weighted"}, {"alpha", 0.25}};
    EXPECT_GT(lines(), 4U);
    EXPECT_THAT(population_drawing(result, "p"), HasSubstr("0.25 loss + 0.75 risk"));
    result["aim"] = {{"kind", "max"}};
    EXPECT_EQ(lines(), 0U);  // level ones would lie along those of equal risk
    EXPECT_THAT(population_drawing(result, "p"), HasSubstr("c-as-good"));
    result["aim"] = {{"kind", "bivariate"}};
    EXPECT_EQ(lines(), 0U);
    EXPECT_THAT(population_drawing(result, "p"), Not(HasSubstr("dashed")));
}

TEST(ReportEvolution, EqualScoresAreLinesOrAngles) {
    const Plot square{{0, 100, 0, 1}, {0, 100, 1, 0}};
    const SearchAim mean{SearchAim::Kind::mean, 0.5}, larger{SearchAim::Kind::max, 0.5};
    EXPECT_THAT(equal_score_line(mean, 40, square), ElementsAre(Pair(0, 80), Pair(80, 0)));
    EXPECT_THAT(equal_score_line({SearchAim::Kind::weighted, 0.2}, 40, square),
                ElementsAre(Pair(0, ::testing::DoubleEq(50)), Pair(100, ::testing::DoubleEq(25))));
    EXPECT_THAT(equal_score_line(larger, 40, square),
                ElementsAre(Pair(0, 40), Pair(40, 40), Pair(40, 0)));
    const Plot upper{{0, 30, 0, 1}, {35, 60, 1, 0}};
    EXPECT_THAT(equal_score_line(mean, 40, upper), ElementsAre(Pair(20, 60), Pair(30, 50)));
    EXPECT_THAT(equal_score_line(larger, 40, upper), ElementsAre(Pair(0, 40), Pair(30, 40)));
    EXPECT_THAT(equal_score_line(larger, 20, upper), IsEmpty());
    EXPECT_THAT(equal_score_line(mean, 90, upper), IsEmpty());
    EXPECT_THAT(equal_score_line({SearchAim::Kind::weighted, 1}, 40, square), IsEmpty());
}

TEST(ReportEvolution, HostileNamesStayTexts) {
    const std::string hostile = "</table><script>alert(1)</script>\"' onload=x";
    Json matrices = test::evolved_matrices(), formula = test::evolved_formula();
    matrices["start"]["label"] = hostile;
    matrices["best"]["about_original"]["matrices"] = {
        {hostile, {{"categories", {hostile, "b"}}, {"rows", {{0.5, 0.5}, {0, 1}}}}}};
    formula["best"]["formula"] = formula["best"]["simplified"] = hostile;
    formula["best"]["tables"][0]["name"] = hostile;
    for (const Json& result : {matrices, formula}) {
        const test::MarkupCheck check = test::check_markup(html_report(std::vector{result}));
        EXPECT_EQ(check.problem, "");
        EXPECT_EQ(std::ranges::count(check.tags, "script"), 0);
        EXPECT_EQ(test::check_markup(population_svg(result)).problem, "");
    }
}

TEST(ReportEvolution, ACourseNeedsTwoGenerations) {
    EXPECT_EQ(convergence_drawing(test::evolution(3, 0), "c"), "");
    EXPECT_EQ(test::check_markup(convergence_drawing(test::evolution(3, 1), "c")).problem, "");
    EXPECT_NE(convergence_drawing(test::evolution(3, 1), "c"), "");
    EXPECT_EQ(convergence_drawing(Json::object(), "c"), "");
    EXPECT_EQ(population_drawing(Json::object(), "p"), "");
}

TEST(ReportEvolution, TheBestIsDrawnApartWhereTheOthersHideIt) {
    EXPECT_THAT(convergence_drawing(test::evolution(), "c"), HasSubstr("the best alone"));
    Json even = test::evolution();
    for (Json& entry : even["history"]) entry["mean"] = entry["worst"] = entry["best"];
    EXPECT_THAT(convergence_drawing(even, "c"), Not(HasSubstr("the best alone")));
    for (Json& entry : even["history"]) entry["mean"] = entry["worst"] = entry["best"] = 35;
    EXPECT_EQ(test::check_markup(convergence_drawing(even, "c")).problem, "");
}

TEST(ReportEvolution, LongCoursesStaySmall) {
    EXPECT_LT(convergence_drawing(test::evolution(3, 50000), "c").size(), 200000U);
}

TEST(ReportEvolution, MissingScoresLeaveGaps) {
    Json result = test::evolution();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < 5; ++i) result["history"][i]["worst"] = nullptr;
    result["history"][7]["mean"] = nan;
    result["population_last"][0]["risk"] = nan;
    result["population_last"][1]["loss"] = nullptr;
    for (const double width : {760.0, 380.0}) {
        for (const std::string& svg :
             {population_drawing(result, "p", width), convergence_drawing(result, "c", width)}) {
            EXPECT_EQ(test::check_markup(svg).problem, "");
            EXPECT_THAT(svg, Not(HasSubstr("nan")));
            EXPECT_THAT(svg, Not(HasSubstr("inf ")));
        }
    }
    EXPECT_EQ(population(result, "population_last").size(), 28U);
}

TEST(ReportEvolution, DrawingsStandAlone) {
    for (const Json& result : {test::evolution(), test::evolved_matrices(), Json::object()}) {
        for (const std::string& svg : {population_svg(result), convergence_svg(result)}) {
            EXPECT_EQ(test::check_markup(svg).problem, "");
            EXPECT_TRUE(svg.starts_with("<?xml"));
            EXPECT_THAT(svg, Not(HasSubstr("var(--")));
        }
    }
}

TEST(ReportEvolution, EndLabelsKeepTheirDistance) {
    Drawing drawing(100, 100, "d", "", "");
    draw_end_labels(drawing, {{"a", "", 95}, {"b", "", 96}, {"c", "", 97}}, 50, 10, 100);
    const std::string svg = std::move(drawing).finish();
    for (const char* y : {"y=\"74\"", "y=\"89\"", "y=\"104\""}) EXPECT_THAT(svg, HasSubstr(y));
}

TEST(ReportEvolution, PublicationKeepsScoresAndNoMatrix) {
    HtmlOptions options;
    options.for_publication = true;
    const std::string file = html_report(std::vector{test::evolution()}, options);
    for (const char* part : {"people.csv", "best.csv", "single category"}) {
        EXPECT_THAT(file, Not(HasSubstr(part)));
    }
    EXPECT_THAT(file, HasSubstr("pram p=0.1"));
    EXPECT_THAT(file, HasSubstr("36.50"));
    Json matrices = test::evolved_matrices();
    const Json kept = published(matrices);
    EXPECT_FALSE(kept["start"].contains("matrices") || kept["start"].contains("about_original"));
    EXPECT_FALSE(kept["best"].contains("matrices") || kept["best"].contains("about_original"));
    EXPECT_EQ(kept["best"]["score"], matrices["best"]["score"]);
    EXPECT_TRUE(describes_original(matrices));
    matrices["start"].erase("about_original");
    matrices["best"].erase("about_original");
    EXPECT_FALSE(describes_original(matrices));
    const Json formula = published(test::evolved_formula());
    EXPECT_FALSE(formula["best"].contains("tables") || formula["best"].contains("about_original"));
    EXPECT_EQ(formula["best"]["simplified"], "sqrt(b)");
    EXPECT_TRUE(describes_original(test::evolved_formula()));
    EXPECT_FALSE(describes_original(test::evolution()));
}

TEST(ReportEvolution, TextIsAsciiAndCleaned) {
    Json hostile = test::evolved_matrices();
    hostile["best"]["about_original"]["matrices"]["\x1B[2J"] = {{"categories", {"\x07"}},
                                                                {"rows", {{1}}}};
    hostile["start"]["label"] = "\x1B]0;title\x07";
    for (const Json& result :
         {test::evolution(), test::evolved_formula(), test::evolved_matrices()}) {
        for (const char c : text_report(result)) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
    for (const char c : text_report(hostile)) {
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
    }
}

}  // namespace
}  // namespace lethe::report
