#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lethe/method/publication.h"
#include "lethe/report/base/result.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/assessment/explain.h"
#include "report_examples.h"

namespace lethe::report {
namespace {

using ::testing::HasSubstr;

Json linkage(double value, std::int64_t records = 1080) {
    return {{"name", "distance-linkage"},
            {"title", "Distance-based linkage"},
            {"value", value},
            {"details", {{"records", records}}}};
}

Json assessment_of(std::initializer_list<Json> attacks) {
    Json result = {
        {"kind", "assessment"}, {"original", {{"rows", 1080}}}, {"attacks", Json::array()}};
    for (const Json& attack : attacks) result["attacks"].push_back(attack);
    return result;
}

TEST(ReportExplain, HeadlineNamesTheBestAttack) {
    EXPECT_EQ(headline(assessment_of({linkage(10), linkage(38.148), linkage(20)})),
              "Of 1,080 people the worst attack tried, Distance-based linkage, finds about 412 "
              "(38.1 %).");
    EXPECT_EQ(headline(assessment_of({linkage(0)})),
              "Of 1,080 people the worst attack tried finds none.");
    EXPECT_EQ(headline(assessment_of({linkage(0.02)})),
              "Of 1,080 people the worst attack tried finds hardly any (0.02 %).");
}

TEST(ReportExplain, HeadlineSaysWhatIsFound) {
    Json found = assessment_of({linkage(50, 4)});
    for (const char* data : {"documents", "vectors"}) {
        found["data"] = data;
        EXPECT_THAT(headline(found), HasSubstr("Of 4 documents the worst")) << data;
    }
    for (const char* data : {"table", "graph"}) {
        found["data"] = data;
        EXPECT_THAT(headline(found), HasSubstr("Of 4 people the worst")) << data;
    }
}

// Words follow the share as well as the count: of few people a large chance is not "hardly any".
TEST(ReportExplain, HeadlineOfFewPeopleSaysTheChance) {
    EXPECT_EQ(headline(assessment_of({linkage(100.0 / 3, 3)})),
              "Of 3 people the worst attack tried, Distance-based linkage, finds about 1 "
              "(33.3 %).");
    EXPECT_EQ(headline(assessment_of({linkage(100.0 / 3, 1)})),
              "Of 1 person the worst attack tried, Distance-based linkage, finds this one with a "
              "chance of 33.3 %.");
    EXPECT_EQ(headline(assessment_of({linkage(100.0 / 9, 3)})),
              "Of 3 people the worst attack tried, Distance-based linkage, finds each with a "
              "chance of 11.1 %.");
    EXPECT_EQ(headline(assessment_of({linkage(100, 1)})),
              "Of 1 person the worst attack tried, Distance-based linkage, finds about 1 (100 %).");
    EXPECT_EQ(headline(assessment_of({linkage(0, 1)})),
              "Of 1 person the worst attack tried finds none.");
    for (std::int64_t people = 1; people <= 40; ++people) {
        for (int found = 1; found < 40; ++found) {
            const double share = 100.0 * found / 40.0 / static_cast<double>(people);
            const std::string words = headline(assessment_of({linkage(share, people)}));
            EXPECT_EQ(share < 1 && found < 20, words.find("hardly any") != std::string::npos)
                << words;
        }
    }
}

TEST(ReportExplain, HeadlineCountsTheRecordsThatWereAttacked) {
    EXPECT_EQ(
        headline(assessment_of({linkage(50, 400)})),
        "Of 400 people the worst attack tried, Distance-based linkage, finds about 200 (50.0 %).");
}

TEST(ReportExplain, ValuesNarrowedDownAreNotPeopleFound) {
    const Json interval = {{"name", "interval-disclosure"}, {"value", 90}};
    EXPECT_EQ(best_attack(assessment_of({interval, linkage(3)})), linkage(3));
    EXPECT_THAT(headline(assessment_of({interval})), HasSubstr("No attack that finds people"));
}

TEST(ReportExplain, SilenceIsNotSafety) {
    EXPECT_THAT(headline(assessment_of({})), HasSubstr("not known"));
    EXPECT_THAT(headline(test::release()), HasSubstr("not known"));
    Json unmeasured = linkage(0);
    unmeasured["value"] = nullptr;
    EXPECT_THAT(headline(assessment_of({unmeasured})), HasSubstr("not known"));
}

TEST(ReportExplain, LevelsFollowTheStatedRule) {
    EXPECT_EQ(explain_attack(linkage(4.9), 1080).level, Level::low);
    EXPECT_EQ(explain_attack(linkage(5), 1080).level, Level::medium);
    EXPECT_EQ(explain_attack(linkage(20), 1080).level, Level::high);
    const Explanation explained = explain_attack(linkage(20), 1080);
    ASSERT_TRUE(explained.rule);
    EXPECT_THAT(explained.rule->text(), HasSubstr("low below 5 %, high from 20 %"));
    EXPECT_THAT(explained.rule->text(), HasSubstr("no legal limits"));
}

TEST(ReportExplain, UnknownMethodsSpeakForThemselves) {
    const Json novel = {{"name", "novel"},
                        {"title", "A novel one"},
                        {"summary", "It tries."},
                        {"value", 12},
                        {"unit", "records"}};
    const Explanation explained = explain_attack(novel, 1080);
    EXPECT_EQ(explained.title, "A novel one");
    EXPECT_EQ(explained.what, "It tries.");
    EXPECT_FALSE(explained.level);
    EXPECT_EQ(value_text(novel), "12 records");
    EXPECT_FALSE(finds_people(novel));
    EXPECT_TRUE(finds_people({{"name", "graph-linkage"}}));
}

TEST(ReportExplain, AProofIsSaidToBeOne) {
    Json attack = linkage(50, 400);
    attack["details"]["bound"] = 210;
    EXPECT_THAT(explain_attack(attack, 1080).reading, HasSubstr("more than 210; that is proven"));
    attack["details"]["optimal"] = true;
    EXPECT_THAT(explain_attack(attack, 1080).reading, HasSubstr("no other choice of weights"));
}

TEST(ReportExplain, CertainMatchesAreToldApart) {
    Json attack = linkage(68.2);
    attack["name"] = "rank-swapping-intersection";
    attack["details"].update(
        {{"certain", 57.0}, {"certain_right", 57.0}, {"empty", 0.0}, {"distance_linkage", 41.0}});
    const std::string sound = explain_attack(attack, 1080).reading;
    EXPECT_THAT(sound, HasSubstr("Of 616 people (57.0 %) only their own record remains possible"));
    EXPECT_THAT(sound, HasSubstr("Without knowing the method the distance alone finds 41.0 %."));
    EXPECT_EQ(sound.find("not theirs"), std::string::npos);
    EXPECT_EQ(sound.find("no record remains"), std::string::npos);
    attack["details"]["certain_right"] = 50.0;
    attack["details"]["empty"] = 10.0;
    const std::string guessed = explain_attack(attack, 1080).reading;
    EXPECT_THAT(guessed, HasSubstr("Of 76 people (7.0 %) one record remains that is not theirs"));
    EXPECT_THAT(guessed, HasSubstr("Of 108 people (10.0 %) no record remains."));
}

TEST(ReportExplain, UniquenessReadsBothShapes) {
    const Json flat = {{"name", "uniqueness"},
                       {"value", 0},
                       {"details", {{"unique", 0}, {"k", 5}, {"histogram", {{"5", 1080}}}}}};
    EXPECT_EQ(
        explain_attack(flat, 1080).reading,
        "None of 1,080 people (0 %) are alone with their values. Everyone shares them with at "
        "least 4 others.");
    const Json nested = test::assessment(false)["attacks"][4];
    EXPECT_THAT(explain_attack(nested, 5).reading, HasSubstr("12 of 1,080 people (1.1 %)"));
}

TEST(ReportExplain, SmallCellsSayWhetherTheReleaseHasAny) {
    Json attack{{"name", "small-cells"},
                {"value", 40.0},
                {"unit", "percent"},
                {"details", {{"at_risk", 50}, {"released", 12}, {"own_percent", 25.0}}}};
    const std::string some = explain_attack(attack, 1000).reading;
    EXPECT_NE(some.find("50 people have a rare combination; 40.0 % of them keep it"),
              std::string::npos)
        << some;
    EXPECT_NE(some.find("25.0 % of the time"), std::string::npos) << some;
    attack["details"]["released"] = 0;
    const std::string none = explain_attack(attack, 1000).reading;
    EXPECT_NE(none.find("no rare combination"), std::string::npos) << none;
    EXPECT_EQ(none.find("of the time"), std::string::npos) << none;
    EXPECT_FALSE(finds_people(attack));
}

TEST(ReportExplain, MeasuresOfCategoriesAreKnown) {
    for (const char* name : {"category-loss", "dbil", "ctbil", "ebil", "bivariate",
                             "clustering-loss", "discernibility"}) {
        const Explanation told =
            explain_measure({{"name", name}, {"value", 50.0}, {"unit", "percent"}});
        EXPECT_FALSE(told.what.empty()) << name;
    }
    // Bits have no rule of thumb in percent.
    const Explanation bits =
        explain_measure({{"name", "kl-divergence"}, {"value", 0.5}, {"unit", "bits"}});
    EXPECT_FALSE(bits.level.has_value());
}

TEST(ReportExplain, FineSettingsAreToldWhereSomebodyChangedThem) {
    const Json usual = {{"k", 5}, {"measure", "log-sc"}, {"li_beta", 0.6}, {"root_depth", 1}};
    EXPECT_EQ(set_parameters(usual, "mondrian"), (std::vector<std::string>{"k = 5"}));
    Json changed = usual;
    changed["root_depth"] = 0;
    EXPECT_EQ(set_parameters(changed, "mondrian"),
              (std::vector<std::string>{"k = 5", "root depth = 0"}));
    // Of a method that is not known everything is told.
    EXPECT_EQ(set_parameters(usual).size(), 4U);
}

TEST(ReportExplain, StepsInWords) {
    EXPECT_EQ(describe_step(test::release()["steps"][0]),
              "Replaces each number by the nearest multiple of a base, or the nearest value of a "
              "set. With base = 5.");
    EXPECT_EQ(enumeration({}), "");
    EXPECT_EQ(enumeration({"a"}), "a");
    EXPECT_EQ(enumeration({"a", "b", "c"}), "a, b and c");
}

TEST(ReportExplain, OtherHeadlines) {
    EXPECT_THAT(headline(test::exploration()),
                HasSubstr("38 protections were tried; 13 of them are not beaten by another."));
    EXPECT_THAT(headline(test::inspection()), HasSubstr("871 of 1,080 people (80.6 %) are unique"));
}

TEST(ReportResult, PrivateDataIsNoticed) {
    EXPECT_TRUE(describes_original(test::assessment(true)));
    EXPECT_TRUE(describes_original(test::inspection()));
    EXPECT_FALSE(describes_original(test::exploration()));
    EXPECT_FALSE(describes_original(test::release()));
    for (const Json& result : {test::assessment(true), test::exploration(), test::release()}) {
        EXPECT_FALSE(describes_original(published(result)));
    }
}

TEST(ReportResult, StatisticsOfTheOriginalAreNotPublished) {
    const Json result{{"kind", "assessment"},
                      {"measures",
                       {{{"name", "bivariate"},
                         {"value", 7.0},
                         {"details", {{"about_original", {{"pairs", {1, 2}}}}}}},
                        {{"name", "discernibility"},
                         {"value", 7.0},
                         {"details", {{"masked", 8}, {"about_original", {{"original", 9}}}}}}}}};
    const Json kept = published(result);
    EXPECT_TRUE(kept["measures"][0]["details"].empty());
    EXPECT_EQ(kept["measures"][1]["details"], (Json{{"masked", 8}}));
    EXPECT_TRUE(describes_original(result));
}

TEST(ReportResult, KindsAreGuessedWhereTheyAreNotSaid) {
    for (Json result :
         {test::release(), test::assessment(false), test::exploration(), test::inspection()}) {
        const std::string kind = kind_of(result);
        result.erase("kind");
        EXPECT_EQ(kind_of(result), kind);
    }
    EXPECT_EQ(kind_of(Json::array()), kOtherResult);
}

TEST(ReportSections, EachKindIsToldByOne) {
    std::set<std::string> kinds, ids;
    for (const Section& section : sections()) {
        ASSERT_FALSE(section.kinds.empty());
        for (const std::string& kind : section.kinds) {
            EXPECT_TRUE(kinds.insert(kind).second) << kind;
            EXPECT_EQ(section_of({{"kind", kind}}), &section) << kind;
        }
        EXPECT_TRUE(section.terminal != nullptr || section.headline != nullptr);
        EXPECT_EQ(section.top > 0, section.headline != nullptr) << section.kinds.front();
        for (const PagePart& part : section.parts) {
            EXPECT_TRUE(ids.insert(std::string(part.id)).second) << part.id;
        }
    }
    EXPECT_EQ(section_of({{"kind", "of tomorrow"}}), nullptr);
}

}  // namespace
}  // namespace lethe::report
