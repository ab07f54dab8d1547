#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/assessment/learnt_distance.h"
#include "lethe/report/text.h"
#include "report_markup_check.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Json measure_details(int n) {
    Json details{{"links", 30},
                 {"bound", 32},
                 {"optimal", false},
                 {"records", 40},
                 {"strict", 75.0},
                 {"lax", 80.0},
                 {"expected", 77.5},
                 {"seconds", 61.0},
                 {"operator", "choquet"},
                 {"indistinguishable", 4},
                 {"key_attributes", Json::array()},
                 {"measure", Json::array()}};
    for (std::size_t set = 1; set < std::size_t{1} << n; ++set) {
        Json names = Json::array();
        for (int l = 0; l < n; ++l) {
            if ((set >> l & 1U) != 0) names.push_back("column, \"" + std::to_string(l) + "\"");
        }
        const double share = static_cast<double>(names.size()) / n;
        details["measure"].push_back(
            {{"set", names}, {"value", share * share}, {"moebius", 0.125}});
    }
    for (int l = 0; l < n; ++l) {
        details["key_attributes"].push_back(
            {{"name", "column, \"" + std::to_string(l) + "\""}, {"weight", 1.0 / n}});
    }
    return details;
}

std::int64_t learnt_distance_count_of(const std::string& text, const std::string& part) {
    std::int64_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

TEST(LearntDistance, LatticeIsReadBySets) {
    Json details = measure_details(3);
    const auto lattice = lattice_of(details);
    ASSERT_TRUE(lattice.has_value());
    EXPECT_EQ(lattice->columns.size(), 3U);
    EXPECT_EQ(lattice->values[0], 0.0);
    EXPECT_DOUBLE_EQ(lattice->values[0b101], 4.0 / 9);
    std::reverse(details["measure"].begin(), details["measure"].end());
    EXPECT_TRUE(lattice_of(details).has_value());
    details["measure"].erase(details["measure"].begin());
    EXPECT_FALSE(lattice_of(details).has_value());
    EXPECT_FALSE(lattice_of({}).has_value());
    EXPECT_FALSE(lattice_of({{"measure", 3}}).has_value());
    Json twice = measure_details(2);
    twice["measure"][2] = twice["measure"][1];
    EXPECT_FALSE(lattice_of(twice).has_value());
}

TEST(LearntDistance, LatticeAsCsvAndDot) {
    const auto lattice = lattice_of(measure_details(2));
    EXPECT_EQ(lattice_csv(*lattice),
              "set,size,\"column, \"\"0\"\"\",\"column, \"\"1\"\"\",value,moebius\n"
              "00,0,0,0,0,0\n10,1,1,0,0.25,0.125\n01,1,0,1,0.25,0.125\n11,2,1,1,1,0.125\n");
    const std::string dot = lattice_dot(*lattice);
    EXPECT_EQ(learnt_distance_count_of(dot, " -> "), 4);
    EXPECT_EQ(learnt_distance_count_of(dot, "filled"),
              3 + 1);  // all but the empty set, and the comment
    EXPECT_THAT(dot, HasSubstr("\"column, \\\"0\\\" + column, \\\"1\\\"\\n1.0000\""));
    EXPECT_EQ(learnt_distance_count_of(lattice_dot(*lattice_of(measure_details(4))), " -> "), 32);
}

TEST(LearntDistance, LatticeIsDrawnForUpToSevenColumns) {
    for (int n = 1; n <= 7; ++n) {
        const auto lattice = lattice_of(measure_details(n));
        const std::string wide = lattice_svg(*lattice, "w");
        EXPECT_EQ(test::check_markup(wide).problem, "") << n;
        EXPECT_EQ(learnt_distance_count_of(wide, "c-node"), 1 << n);
        EXPECT_EQ(learnt_distance_count_of(wide, "<line"), n << (n - 1));
        const std::string narrow = lattice_narrow_svg(*lattice, "n");
        EXPECT_EQ(test::check_markup(narrow).problem, "") << n;
        EXPECT_EQ(learnt_distance_count_of(narrow, "c-node"), (1 << n) - 1);
        EXPECT_THAT(lattice_file_svg(*lattice), HasSubstr("xmlns="));
    }
    EXPECT_EQ(lattice_svg(*lattice_of(measure_details(8)), "w"), "");
}

TEST(LearntDistance, FormIsReadAndDrawn) {
    Json details{{"links", 3}, {"key_attributes", Json::array()}, {"matrix", Json::array()}};
    for (int l = 0; l < 3; ++l) {
        for (int h = l; h < 3; ++h) {
            details["matrix"].push_back({{"row", std::string(1, static_cast<char>('a' + l))},
                                         {"column", std::string(1, static_cast<char>('a' + h))},
                                         {"value", l == h ? 1.0 : -0.25}});
        }
    }
    const auto form = form_of(details);
    ASSERT_TRUE(form.has_value());
    EXPECT_EQ(form_csv(*form), "column,a,b,c\na,1,-0.25,-0.25\nb,-0.25,1,-0.25\nc,-0.25,-0.25,1\n");
    const std::string drawn = form_svg(*form, "f");
    EXPECT_EQ(test::check_markup(drawn).problem, "");
    EXPECT_EQ(learnt_distance_count_of(drawn, "c-node"), 9);
    EXPECT_THAT(drawn, HasSubstr("a, b: -0.2500"));
    details["matrix"].erase(2);
    EXPECT_FALSE(form_of(details).has_value());
}

TEST(LearntDistance, GridsAreForReaders) {
    const std::vector<Grid> grids = learnt_grids(measure_details(3), Bars::characters);
    ASSERT_GE(grids.size(), 3U);
    const auto sets = std::ranges::find_if(
        grids, [](const Grid& grid) { return grid.title.starts_with("the smallest sets"); });
    ASSERT_NE(sets, grids.end());
    EXPECT_EQ(sets->rows.size(), 1U);  // pairs carry 4/9, only all three at least half
    Json nothing = measure_details(3);
    nothing["links"] = 0;
    EXPECT_EQ(learnt_grids(nothing, Bars::none).size(), 1U);
    EXPECT_TRUE(learnt_grids({{"links", 3}}, Bars::none).empty());
}

TEST(LearntDistance, ReadingTellsFoundBoundAndTies) {
    const Json attack{{"name", "supervised-linkage"},
                      {"title", "Supervised linkage"},
                      {"value", 75.0},
                      {"unit", "percent"},
                      {"details", measure_details(3)}};
    const std::string reading = explain_attack(attack, 40).reading;
    EXPECT_THAT(reading, HasSubstr("finds 30 of 40 people (75.0 %) for certain"));
    EXPECT_THAT(reading, HasSubstr("can find more than 32; that is proven"));
    EXPECT_THAT(reading, HasSubstr("4 people share their released values"));
    EXPECT_THAT(reading, HasSubstr("about 31 (77.5 %)"));
    EXPECT_DOUBLE_EQ(*share_found(attack), 77.5);
    Json proven = attack;
    proven["details"]["optimal"] = true;
    EXPECT_THAT(explain_attack(proven, 40).reading,
                HasSubstr("proven that no other weighting of sets of columns finds more"));
    const Json assessment{{"kind", "assessment"}, {"attacks", {attack}}};
    EXPECT_THAT(text_report(assessment), HasSubstr("columns that give people away"));
    EXPECT_THAT(text_report(assessment), HasSubstr("1 min 1 s"));
}

// The value then counts the records that were not learnt from.
TEST(LearntDistance, ReadingOfTrainingAndTest) {
    Json details = measure_details(2);
    details["training"] = {{"strict", 75.0}, {"records", 40}};
    details["test"] = {{"strict", 50.0}, {"records", 80}};
    const Json attack{{"name", "supervised-linkage"},
                      {"title", "Supervised linkage"},
                      {"value", 50.0},
                      {"details", details}};
    const std::string reading = explain_attack(attack, 120).reading;
    EXPECT_THAT(reading, HasSubstr("Learnt from 40 known links, of which it finds 75.0 %"));
    EXPECT_THAT(reading, HasSubstr("50.0 % of the 80 others"));
    EXPECT_DOUBLE_EQ(*people_found(attack, 120), 40.0);
    EXPECT_THAT(
        headline({{"kind", "assessment"}, {"attacks", {attack}}}),
        HasSubstr("Of 80 people the worst attack tried, Supervised linkage, finds about 40"));
}

}  // namespace
}  // namespace lethe::report
