#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "lethe/report/base/text_table.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/text.h"
#include "report_examples.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

TEST(ReportText, NumbersRightTextsLeft) {
    Grid grid{"", {"name", "n"}, {{Cell("a"), Cell::count(5)}, {Cell("bcd"), Cell::count(1080)}}};
    EXPECT_EQ(text_table(grid),
              "  name      n\n"
              "  ----  -----\n"
              "  a         5\n"
              "  bcd   1,080\n");
}

TEST(ReportText, WideCharactersKeepTheColumnsInLine) {
    Grid grid{"",
              {"name", "n"},
              {{Cell("\xE5\xB9\xB4\xE9\xBD\xA2"), Cell::count(1)},
               {Cell("\xC3\xA9t\xC3\xA9"), Cell::count(22)},
               {Cell("plain"), Cell()}}};
    const std::vector<std::string> shown = lines(text_table(grid));
    for (const std::string& line : shown) EXPECT_EQ(display_width(line), 11U) << line;
    EXPECT_EQ(shown.back(), "  plain   -");
}

TEST(ReportText, LongCellsAreCut) {
    Grid grid{"", {"a", "b"}, {{Cell(std::string(200, 'x')), Cell("y")}}};
    EXPECT_LT(lines(text_table(grid))[2].size(), 60U);
    EXPECT_EQ(text_table(Grid{"", {"a"}, {}}), "");
}

TEST(ReportText, Wraps) {
    EXPECT_EQ(wrapped("one two three four", "* ", "  ", 10), "* one two\n  three\n  four\n");
    EXPECT_EQ(wrapped("unbreakable", "", "", 4), "unbreakable\n");
    EXPECT_EQ(wrapped(""), "");
}

TEST(ReportText, AssessmentSaysTheMostImportantThingFirst) {
    const std::string text = text_report(test::assessment());
    EXPECT_EQ(lines(text)[0],
              "Of 1,080 people the worst attack tried, Distance-based linkage, finds about 412 "
              "(38.1 %).");
    EXPECT_THAT(text, HasSubstr("  Distance-based linkage      38.1 %  high\n"));
    EXPECT_THAT(text, HasSubstr("  loss     8.9 %\n"));
}

TEST(ReportText, ASingleAttackShowsItsDetails) {
    Json result = test::assessment(false);
    Json& attacks = result["attacks"];
    EXPECT_THAT(text_report(result), Not(HasSubstr("agree if not")));
    attacks = Json::array({attacks[1]});
    result["measures"] = Json::array();
    EXPECT_THAT(text_report(result), HasSubstr("agree if not"));
}

TEST(ReportText, ExplorationMarksTheRecommendedPoint) {
    const std::string text = text_report(test::exploration());
    EXPECT_THAT(text, HasSubstr("\n  *  mdav k=10 "));
    EXPECT_THAT(text, HasSubstr("more are beaten by one of these."));
}

TEST(ReportText, InspectionAndRelease) {
    EXPECT_THAT(text_report(test::inspection()), HasSubstr("1              871  ########"));
    EXPECT_THAT(text_report(test::release()), HasSubstr("2  mdav      income and schooling"));
}

TEST(ReportText, InspectionSaysWhatColumnsAreAndAdd) {
    const std::string text = text_report(test::inspection());
    for (const char* part :
         {"Identifiers: to be dropped", "few categories; \"?\" in 5.0 %", "  5.4 %",
          "income              85.0 %         11.1 %   69.5 %", "age + income",
          "income: a warning to be shown", "next: lethe advise data/people.csv"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
    EXPECT_LT(text.find("income    "), text.find("age + income"));
}

TEST(ReportText, ControlCharactersDoNotReachTheTerminal) {
    Json result = test::assessment(false);
    result["attacks"][0]["title"] = "\x1B[2J\x07nasty\r\n";
    result["masked"]["file"] = "\x1B]0;title\x07";
    for (const char c : text_report(result)) {
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
    }
}

TEST(ReportText, IsAsciiForAsciiData) {
    for (const Json& result :
         {test::release(), test::assessment(), test::exploration(), test::inspection()}) {
        for (const char c : text_report(result)) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
    }
}

TEST(ReportText, UnknownKindsAreShownAsTheyAre) {
    const std::string text =
        text_report(Json::parse(R"({"kind": "novel", "depth": 3, "names": ["a", "b"],
        "table": [{"x": 1, "y": null}, {"x": 2.5}]})"));
    EXPECT_THAT(text, HasSubstr("depth"));
    EXPECT_THAT(text, HasSubstr("a, b"));
    EXPECT_THAT(text, HasSubstr("2.5  -"));
    EXPECT_EQ(text_report(Json(42)), "42\n");
}

}  // namespace
}  // namespace lethe::report
