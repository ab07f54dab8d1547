#include "lethe/release/assess/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lethe/core/error.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/assess/safe_harbor.h"
#include "lethe/release/assess/verdict_figures.h"
#include "support.h"

namespace lethe::release {
namespace {

using testing::HasSubstr;

// A release that is well protected by everything that is measured.
VerdictFigures good() {
    VerdictFigures figures;
    figures.records = 1000;
    figures.known = {"age", "sex"};
    figures.confidential = {"disease"};
    figures.worst_found = 3.5;
    figures.worst_attack = "distance-linkage";
    figures.smallest_class = 25;
    figures.unique_share = 0;
    figures.average_risk = 0.02;
    figures.l = 3;
    figures.t = 0.15;
    figures.inferred = 64;
    figures.inference_baseline = 60;
    figures.inference_gain = 4;
    figures.inferred_column = "disease";
    return figures;
}

VerdictFigures with_class(std::int64_t smallest) {
    VerdictFigures figures = good();
    figures.smallest_class = smallest;
    return figures;
}

bool passes(const VerdictFigures& figures, std::string_view profile) {
    return judge(figures, find_profile(profile)).passed;
}

TEST(Verdict, SizesOfClasses) {
    EXPECT_EQ(class_size_for(0.2), 5);
    EXPECT_EQ(class_size_for(0.33), 4);
    EXPECT_EQ(class_size_for(0.09), 12);
    EXPECT_EQ(class_size_for(0.1), 10);
    EXPECT_EQ(class_size_for(0.05), 20);
    EXPECT_EQ(class_size_for(1.0 / 11), 11);
    EXPECT_EQ(class_size_for(0.0909), 11);
    EXPECT_EQ(class_size_for(1), 1);
    EXPECT_EQ(class_size_for(0.5), 2);
}

// The least class that meets each profile of class sizes, and the one below it.
TEST(Verdict, ProfilesOfClassSizes) {
    const std::vector<std::pair<std::string, std::int64_t>> profiles{
        {"ema-0.09", 12}, {"health-canada", 12}, {"cms-11", 11},  {"pcornet-11", 11},  {"ihsn", 3},
        {"nsi-3", 3},     {"output-10", 10},     {"silc-20", 20}, {"lethe-default", 5}};
    for (const auto& [name, size] : profiles) {
        EXPECT_TRUE(passes(with_class(size), name)) << name;
        EXPECT_FALSE(passes(with_class(size - 1), name)) << name;
        VerdictFigures unknown = good();
        unknown.smallest_class.reset();
        EXPECT_FALSE(passes(unknown, name)) << name;
    }
}

TEST(Verdict, DefaultProfile) {
    EXPECT_TRUE(passes(good(), kDefaultProfile));
    VerdictFigures figures = good();
    figures.worst_found = 10.5;
    EXPECT_FALSE(passes(figures, kDefaultProfile));
    figures = good();
    figures.unique_share = 0.1;
    EXPECT_FALSE(passes(figures, kDefaultProfile));
    figures = good();
    figures.inference_gain = 12;
    EXPECT_FALSE(passes(figures, kDefaultProfile));
    figures = good();
    figures.worst_found.reset();
    EXPECT_FALSE(passes(figures, kDefaultProfile));
}

TEST(Verdict, NobodyAskedAboutInferenceWhereNothingIsConfidential) {
    VerdictFigures figures = good();
    figures.confidential.clear();
    figures.inference_gain.reset();
    const Verdict verdict = judge(figures, find_profile(kDefaultProfile));
    EXPECT_TRUE(verdict.passed);
    EXPECT_EQ(verdict.inference.answer, Answer::not_asked);
    EXPECT_EQ(verdict.checks.back().outcome, Outcome::not_asked);
    figures.confidential = {"disease"};  // asked, and not measured
    EXPECT_FALSE(passes(figures, kDefaultProfile));
}

// A sample leaves a rest of doubt, which counts against the release.
TEST(Verdict, TheUpperEndOfAnIntervalDecides) {
    VerdictFigures figures = good();
    figures.worst_found = 9;
    EXPECT_TRUE(passes(figures, kDefaultProfile));
    figures.worst_found_interval = {7.5, 10.7};
    const Verdict verdict = judge(figures, find_profile(kDefaultProfile));
    EXPECT_FALSE(verdict.passed);
    EXPECT_EQ(verdict.linkability.answer, Answer::yes);
    EXPECT_THAT(verdict.checks.front().sentence, HasSubstr("between 7.5 and 10.7 %"));
    figures = good();
    figures.inference_gain = 9;
    figures.inference_gain_interval = {7, 11};
    EXPECT_FALSE(passes(figures, kDefaultProfile));
}

TEST(Verdict, ThreeQuestions) {
    for (const char* profile : {"wp29", "ema-0070"}) {
        EXPECT_TRUE(passes(good(), profile));
        VerdictFigures figures = good();
        figures.unique_share = 2;
        Verdict verdict = judge(figures, find_profile(profile));
        EXPECT_FALSE(verdict.passed);
        EXPECT_EQ(verdict.singling_out.answer, Answer::yes);
        EXPECT_EQ(verdict.linkability.answer, Answer::no);
        figures = good();
        figures.worst_found = 40;
        verdict = judge(figures, find_profile(profile));
        EXPECT_EQ(verdict.linkability.answer, Answer::yes);
        EXPECT_FALSE(verdict.passed);
        figures = good();
        figures.inference_gain = 30;
        verdict = judge(figures, find_profile(profile));
        EXPECT_EQ(verdict.inference.answer, Answer::yes);
        EXPECT_FALSE(verdict.passed);
        figures.confidential.clear();
        figures.inference_gain.reset();  // nobody said what is confidential: not answered
        EXPECT_FALSE(judge(figures, find_profile(profile)).passed);
    }
}

TEST(Verdict, IndividualRiskWhereAPopulationIsKnown) {
    VerdictFigures figures = with_class(3);
    EXPECT_TRUE(passes(figures, "ihsn"));
    figures.largest_individual_risk = 0.051;
    EXPECT_FALSE(passes(figures, "ihsn"));
    figures.largest_individual_risk = 0.05;
    EXPECT_TRUE(passes(figures, "ihsn"));
}

TEST(Verdict, Uniqueness) {
    VerdictFigures figures = good();
    figures.unique_share = 5;
    EXPECT_FALSE(passes(figures, "unique-0"));
    EXPECT_TRUE(passes(figures, "unique-5"));
    figures.unique_share = 20.1;
    EXPECT_FALSE(passes(figures, "unique-20"));
}

TEST(Verdict, NoNumberIsNotMet) {
    const Verdict verdict = judge(good(), find_profile("hipaa-expert"));
    EXPECT_FALSE(verdict.passed);
    EXPECT_THAT(verdict.sentence, HasSubstr("no numeric threshold"));
}

std::set<std::string> kinds_with(const std::vector<ReleasedColumn>& columns) {
    std::set<std::string> kinds;
    for (const SafeHarborKind& kind : safe_harbor_kinds(columns, 100)) {
        if (!kind.columns.empty()) kinds.insert(kind.name);
    }
    return kinds;
}

TEST(SafeHarbor, KnowsEighteenKindsByName) {
    EXPECT_EQ(safe_harbor_kinds({}, 0).size(), 18U);
    const std::vector<std::pair<std::string, std::string>> columns{
        {"given_name", "names"},
        {"PostCode", "places smaller than a state"},
        {"date_of_birth", "dates but the year, and ages over 89"},
        {"homePhone", "telephone numbers"},
        {"fax", "fax numbers"},
        {"e_mail", "e-mail addresses"},
        {"soc_sec_id", "social security numbers"},
        {"patient_nbr", "medical record numbers"},
        {"member_id", "health plan numbers"},
        {"account", "account numbers"},
        {"driving licence", "certificate and licence numbers"},
        {"vin", "vehicles"},
        {"device.serial", "devices"},
        {"url", "web addresses"},
        {"ip_address", "IP addresses"},
        {"fingerprint", "biometric identifiers"},
        {"photo", "photographs"},
        {"encounter_id", "other unique numbers and codes"}};
    for (const auto& [column, kind] : columns) {
        EXPECT_EQ(kinds_with({{column}}), std::set<std::string>{kind}) << column;
    }
    for (const char* harmless : {"state", "region", "year", "birth_year", "income", "sex",
                                 "occupation", "average", "idle"}) {
        EXPECT_TRUE(kinds_with({{harmless}}).empty()) << harmless;
    }
}

TEST(SafeHarbor, LooksAtValuesWhereTheRuleDoes) {
    EXPECT_FALSE(kinds_with({{.name = "age", .kind = "numeric", .maximum = 93}}).empty());
    EXPECT_TRUE(kinds_with({{.name = "age", .kind = "numeric", .maximum = 90}}).empty());
    EXPECT_TRUE(kinds_with({{.name = "zip", .kind = "nominal", .longest = 3}}).empty());
    EXPECT_FALSE(kinds_with({{.name = "zip", .kind = "nominal", .longest = 5}}).empty());
    EXPECT_FALSE(kinds_with({{.name = "x", .role = "identifier"}}).empty());
    EXPECT_FALSE(kinds_with({{.name = "x", .kind = "nominal", .distinct = 100}}).empty());
    EXPECT_TRUE(kinds_with({{.name = "x", .kind = "numeric", .distinct = 100}}).empty());
}

TEST(SafeHarbor, AsAVerdict) {
    VerdictFigures figures = good();
    figures.columns = {{"age"}, {"sex"}};
    EXPECT_TRUE(passes(figures, "hipaa-safe-harbor"));
    figures.columns.push_back({"phone"});
    const Verdict verdict = judge(figures, find_profile("hipaa-safe-harbor"));
    EXPECT_FALSE(verdict.passed);
    EXPECT_EQ(verdict.checks.size(), 18U);
    EXPECT_THAT(verdict.checks[3].next, HasSubstr("\"phone\""));
}

TEST(Verdict, OwnThresholds) {
    const Thresholds own = thresholds_of(
        {{"max_risk", 5}, {"k", 10}, {"l", 3}, {"t", 0.2}, {"max_unique", 0}, {"chosen_by", "us"}});
    EXPECT_TRUE(judge(good(), own_profile(own)).passed);
    VerdictFigures figures = good();
    figures.t = 0.25;
    EXPECT_FALSE(judge(figures, own_profile(own)).passed);
    figures = good();
    figures.l = 2;
    EXPECT_FALSE(judge(figures, own_profile(own)).passed);
    const Profile stricter = with_own(find_profile(kDefaultProfile), thresholds_of({{"k", 30}}));
    EXPECT_FALSE(judge(good(), stricter).passed);
    EXPECT_EQ(*stricter.thresholds.max_found, 10);
    EXPECT_EQ(to_json(own_profile(own))["thresholds"]["chosen_by"], "us");
    EXPECT_THROW(thresholds_of({{"k", 0}}), Error);
    EXPECT_THROW(thresholds_of({{"max_rusk", 10}}), Error);
    EXPECT_FALSE(judge(good(), own_profile({})).passed);  // nothing was asked
}

// From an assessment to a verdict: two classes of four, all of one in its disease.
TEST(Verdict, OfAnAssessment) {
    const Table table(
        {Column::from_texts("age", Kind::nominal,
                            std::vector<std::string>{"y", "y", "y", "y", "o", "o", "o", "o"}),
         Column::from_texts("disease", Kind::nominal,
                            std::vector<std::string>{"a", "a", "b", "b", "c", "c", "c", "c"})});
    const std::vector<std::string> known{"age"};
    const std::vector<std::string> confidential{"disease"};
    const Comparable pair = make_comparable(table, table, known, {}, confidential);
    const std::vector<Choice> choices{{"distance-linkage"},
                                      {"uniqueness"},
                                      {"reidentification-risk"},
                                      {"l-diversity"},
                                      {"t-closeness"},
                                      {"attribute-inference"},
                                      {"uniqueness"},
                                      {"reidentification-risk", {{"population", 800}}}};
    const std::vector<MethodResult> attacks =
        run_assessments(Family::attack, choices, pair, {}, false, Random(1), test::threads(2))
            .results;
    const VerdictFigures figures = verdict_figures(attacks, 8, known, confidential);
    EXPECT_EQ(figures.worst_found, 25);
    EXPECT_EQ(figures.worst_attack, "Distance-based record linkage");
    EXPECT_EQ(figures.smallest_class, 4);
    EXPECT_EQ(figures.unique_share, 0);
    EXPECT_EQ(figures.average_risk, 0.25);
    EXPECT_LT(*figures.largest_individual_risk, 0.01);
    EXPECT_EQ(figures.l, 1);
    EXPECT_GT(*figures.t, 0.3);
    EXPECT_EQ(figures.inferred, 75);  // four of four, and half of those who tie
    EXPECT_EQ(figures.inferred_column, "disease");
    EXPECT_FALSE(judge(figures, find_profile(kDefaultProfile)).passed);
    EXPECT_TRUE(judge(figures, find_profile("nsi-3")).passed);
}

// An interval that reaches farther is the worse figure.
TEST(Verdict, TheWorstAttackIsTheOneThatMayFindMost) {
    const std::vector<MethodResult> attacks{
        {.name = "distance-linkage", .title = "", .value = 9, .finds_people = true},
        {.name = "supervised-linkage",
         .title = "",
         .value = 8,
         .interval = {{6, 11}},
         .finds_people = true},
        {.name = "uniqueness", .title = "", .value = 50},
        {.name = "probabilistic-linkage", .title = "", .finds_people = true}};
    const VerdictFigures figures = verdict_figures(attacks, 10, {}, {});
    EXPECT_EQ(figures.worst_found, 8);
    EXPECT_EQ((*figures.worst_found_interval)[1], 11);
}

TEST(SafeHarbor, ColumnsOfATable) {
    const Table table(
        {Column::from_texts("zip", Kind::nominal, std::vector<std::string>{"123", "456", "123"}),
         Column::numeric("age", {20, 95, 30})});
    Roles roles;
    roles.set("zip", Role::quasi);
    const auto columns = released_columns(table, roles);
    EXPECT_EQ(columns[0].longest, 3);
    EXPECT_EQ(columns[0].distinct, 2);
    EXPECT_EQ(columns[1].maximum, 95);
    EXPECT_EQ(kinds_with(columns).size(), 1U);
}

TEST(Verdict, SaysWhatToDoNext) {
    VerdictFigures figures = with_class(1);
    figures.unique_share = 12;
    figures.worst_found = 60;
    figures.most_exposing_column = "zip";
    const Verdict verdict = judge(figures, find_profile(kDefaultProfile));
    for (const Check& check : verdict.checks) {
        EXPECT_EQ(check.next.empty(), check.outcome == Outcome::met) << check.quantity;
    }
    EXPECT_THAT(verdict.checks[1].next, HasSubstr("--k 5"));
    EXPECT_THAT(verdict.checks[1].next, HasSubstr("\"zip\""));
    EXPECT_THAT(verdict.sentence, HasSubstr("3 of 4 not met"));
}

TEST(Verdict, NeverCallsItCompliant) {
    std::vector<VerdictFigures> all{good(), with_class(1), VerdictFigures{}};
    for (const Profile& profile : guidance_profiles()) {
        EXPECT_FALSE(profile.source.empty() || profile.note.empty()) << profile.name;
        for (const VerdictFigures& figures : all) {
            const Verdict verdict = judge(figures, profile);
            std::string text = to_json(verdict).dump();
            for (const std::string& line : verdict_lines(verdict)) text += line;
            EXPECT_EQ(text.find("compl"), std::string::npos) << text;
            EXPECT_EQ(verdict.passed,
                      verdict.sentence.starts_with("Meets the numeric threshold of"));
        }
        EXPECT_FALSE(judge(VerdictFigures{}, profile).passed) << profile.name;
    }
    try {
        find_profile("ema-0.9");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean \"ema-0.09\""));
    }
}

}  // namespace
}  // namespace lethe::release
