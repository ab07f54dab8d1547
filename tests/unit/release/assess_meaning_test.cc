// Assessing a table whose columns mean something.
#include <gtest/gtest.h>

#include <algorithm>

#include "assess.h"
#include "lethe/knowledge/meaning.h"
#include "lethe/release/assess/evaluate.h"
#include "taxonomies.h"

namespace lethe::release {
namespace {

std::vector<std::string> names_in(const Json& results) {
    std::vector<std::string> names;
    for (const Json& result : results) names.push_back(result["name"]);
    return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

Table assess_meaning_words(const std::vector<std::string>& texts) {
    return Table({Column::from_texts("symptom", Kind::nominal, texts)});
}

Table with_meaning(const Table& table) {
    const auto meaning = std::make_shared<const Meaning>(
        test::symptoms(), std::span<const MappedValue>(), Unmapped::fail);
    return Table({table.column("symptom").with_meaning(meaning)});
}

const std::vector<std::string> kOriginal = {"colic", "lumbago", "migraine", "gastritis"};
const std::vector<std::string> kMasked = {"pain", "ache", "ache", "gastritis"};

Json assess_meaning_assessed(const Table& original) {
    const Comparable pair = make_comparable(original, assess_meaning_words(kMasked), {}, {});
    return to_json(assess(pair, {}, {}, Random(1), test::threads(2)));
}

TEST(AssessMeaning, TheMaskedColumnMeansWhatTheOriginalMeans) {
    const Comparable pair = make_comparable(with_meaning(assess_meaning_words(kOriginal)),
                                            assess_meaning_words(kMasked), {}, {});
    EXPECT_EQ(pair.masked.column("symptom").meaning(), pair.original.column("symptom").meaning());
    EXPECT_EQ(pair.masked.column("symptom").text(0), "pain");
}

TEST(AssessMeaning, AttacksMeasuresAndScoreAreThoseOfMeaning) {
    const Json result = assess_meaning_assessed(with_meaning(assess_meaning_words(kOriginal)));
    EXPECT_TRUE(has(names_in(result["attacks"]), "semantic-linkage"));
    EXPECT_TRUE(has(names_in(result["measures"]), "semantic-loss"));
    EXPECT_TRUE(has(names_in(result["measures"]), "semantic-sse"));
    EXPECT_EQ(result["loss_measure"], "semantic-loss");
    // Everybody's own is the nearest, two share theirs.
    EXPECT_EQ(result["bound"]["average"], 75.0);
    EXPECT_EQ(result["worst"]["value"], 75.0) << result["worst"] << result["attacks"];
}

TEST(AssessMeaning, WithoutATaxonomyNothingChanges) {
    const Json result = assess_meaning_assessed(assess_meaning_words(kOriginal));
    EXPECT_FALSE(has(names_in(result["attacks"]), "semantic-linkage"));
    EXPECT_FALSE(has(names_in(result["measures"]), "semantic-loss"));
    EXPECT_EQ(result["loss_measure"], "category-loss");
}

TEST(AssessMeaning, IntervalsAreReadAsTheirMiddleAndStayReadable) {
    const Table original = test::numeric_table({{"age", {20, 34, 70}}});
    const std::vector<std::string> labels = {"[20,30)", "[30,40)", ">=65"};
    const Table masked({Column::from_texts("age", Kind::nominal, labels)});
    const Comparable pair = make_comparable(original, masked, {}, {});
    const Column& age = pair.masked.column("age");
    ASSERT_TRUE(age.is_numeric());
    EXPECT_EQ(age.numbers()[0], 25);
    EXPECT_EQ(age.numbers()[2], 65);
    EXPECT_EQ(age.text(1), "[30,40)");
}

// Where the confidential column is not named, the last one is, and the result says so; a name that
// is no column is an error.
TEST(AssessMeaning, ConfidentialColumns) {
    const Table table(
        {Column::from_texts("age", Kind::nominal, std::vector<std::string>{"old", "old", "young"}),
         Column::from_texts("disease", Kind::nominal,
                            std::vector<std::string>{"flu", "cold", "flu"})});
    const Measurement found = test::assess("l-diversity", table, table);
    ASSERT_EQ(found.warnings.size(), 1U);
    EXPECT_NE(found.warnings[0].find("\"disease\""), std::string::npos);
    EXPECT_NEAR(found.value, 100.0 / 3, 1e-9);
    EXPECT_THROW(test::assess("l-diversity", table, table, {{"confidential", "income"}}), Error);
    EXPECT_THROW(test::assess("t-closeness", table, table, {{"confidential", {"age", "disease"}}}),
                 Error);
    EXPECT_THROW(test::assess("t-closeness", table, table, {{"distance", "ordered"}}), Error);
    EXPECT_THROW(test::assess("t-closeness", table, table, {{"distance", "hierarchical"}}), Error);
}

}  // namespace
}  // namespace lethe::release
