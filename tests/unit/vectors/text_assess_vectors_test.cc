#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lethe/core/error.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/measure/assess_vectors.h"
#include "lethe/vectors/measure/classification_scenarios.h"
#include "sparse.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using testing::HasSubstr;

// Two subjects, pairs of documents published as one vector each.
AssessedVectors subjects() {
    const std::vector<std::string> terms{"goal", "match", "tax", "vote"};
    const std::vector<std::string> labels{"sport", "sport", "sport", "sport",
                                          "state", "state", "state", "state"};
    const std::vector<std::string> ids{"a", "b", "c", "d", "e", "f", "g", "h"};
    const SparseRows original = test::sparse({{1, 0, 0, 0},
                                              {1, 0.2, 0, 0},
                                              {0, 1, 0, 0},
                                              {0.1, 1, 0, 0},
                                              {0, 0, 1, 0},
                                              {0, 0, 1, 0.3},
                                              {0, 0, 0, 1},
                                              {0, 0, 0.2, 1}});
    const SparseRows published = test::sparse({{1, 0.1, 0, 0},
                                               {1, 0.1, 0, 0},
                                               {0.05, 1, 0, 0},
                                               {0.05, 1, 0, 0},
                                               {0, 0, 1, 0.1},
                                               {0, 0, 1, 0.1},
                                               {0, 0, 0.1, 1},
                                               {0, 0, 0.1, 1}});
    return {{"original.mtx", {original, terms, ids, labels}},
            {{"k2.mtx", {published, terms, ids, {}}}}};
}

AssessVectorsOptions few_clusters() {
    AssessVectorsOptions options;
    options.clustering.clusters = {4};
    options.clustering.restarts = 5;
    return options;
}

std::string assess_vectors_refusal(const AssessedVectors& given) {
    try {
        assess_vectors({}, given, few_clusters(), Random(1));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(AssessVectors, PutsAllPartsTogether) {
    const AssessedVectors given = subjects();
    const Json found = to_json(assess_vectors({}, given, few_clusters(), Random(1)));
    EXPECT_EQ(found["kind"], "vector-assessment");
    const Json& release = found["releases"][0];
    EXPECT_EQ(release["k"], 2);
    EXPECT_EQ(release["anonymity"]["histogram"], (Json{{"2", 8}}));
    EXPECT_GT(release["loss"]["spherical"]["il"], 0);
    EXPECT_LT(release["loss"]["spherical"]["il"], 0.1);
    EXPECT_EQ(release["linkage"]["strict"], 0);
    EXPECT_EQ(release["linkage"]["expected"], 50);
    EXPECT_EQ(release["linkage"]["bound"], 50);
    EXPECT_EQ(release["queries"]["about_original"]["queries"].size(), 54u);
    EXPECT_EQ(release["classification"]["scenarios"].size(), 4u);
    // Clusters of two, and four, of which the pairs are left whole.
    ASSERT_EQ(release["clustering"].size(), 2u);
    EXPECT_EQ(release["clustering"][1]["with_original"]["adjusted_rand"], 1);
    EXPECT_EQ(found["original"]["clustering"][0]["clusters"], 2);
    EXPECT_THAT(found["notes"].dump(), HasSubstr("stay together"));
    EXPECT_EQ(to_json(assess_vectors(test::threads(3), given, few_clusters(), Random(1))), found);
}

TEST(AssessVectors, MatchesDocumentsByTheirIds) {
    AssessedVectors given = subjects();
    const Json expected = to_json(assess_vectors({}, given, few_clusters(), Random(1)));
    given.published[0].vectors = chosen_rows(given.published[0].vectors, {7, 6, 5, 4, 3, 2, 1, 0});
    EXPECT_EQ(to_json(assess_vectors({}, given, few_clusters(), Random(1))), expected);
    given.published[0].vectors.ids[0] = "z";
    EXPECT_THAT(assess_vectors_refusal(given), HasSubstr("1 of 8 original documents"));
    given.published[0].vectors = chosen_rows(given.published[0].vectors, {1, 2, 3});
    EXPECT_THAT(assess_vectors_refusal(given),
                HasSubstr("k2.mtx: has 3 documents, the original 8"));
}

TEST(AssessVectors, ColumnsAreMatchedByTerms) {
    AssessedVectors given = subjects();
    const Json expected = to_json(assess_vectors({}, given, few_clusters(), Random(1)));
    given.published[0].vectors =
        over_terms(given.published[0].vectors, {"vote", "other", "tax", "goal", "match"});
    EXPECT_EQ(to_json(assess_vectors({}, given, few_clusters(), Random(1)))["releases"],
              expected["releases"]);
    given.published[0].vectors.terms = {"v", "w", "x", "y", "z"};
    EXPECT_THAT(assess_vectors_refusal(given), HasSubstr("no term in common"));
}

TEST(AssessVectors, AsksForLabelsOnlyWhereTheyAreNeeded) {
    AssessedVectors given = subjects();
    given.original.vectors.labels.clear();
    EXPECT_THAT(assess_vectors_refusal(given), HasSubstr("no labels"));
    AssessVectorsOptions options = few_clusters();
    options.parts.classification = false;
    const Json found = to_json(assess_vectors({}, given, options, Random(1)));
    EXPECT_FALSE(found["releases"][0].contains("classification"));
    EXPECT_FALSE(found["releases"][0]["clustering"][0].contains("with_labels"));
}

TEST(AssessVectors, ATestPartOfItsOwn) {
    AssessedVectors given = subjects();
    given.test_original = given.original;
    EXPECT_THAT(assess_vectors_refusal(given), HasSubstr("0 published test files for 1"));
    given.test_published = given.published;
    const Json found = to_json(assess_vectors({}, given, few_clusters(), Random(1)));
    const Json& classification = found["releases"][0]["classification"];
    EXPECT_EQ(classification["split"], "files");
    EXPECT_EQ(classification["test"], 8);
    for (const Json& scenario : classification["scenarios"]) {
        EXPECT_EQ(scenario["classifiers"][3]["with_labels"]["accuracy"], 1) << scenario;
    }
}

TEST(SplitByGroups, KeepsGroupsWhole) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Draws draws = Random(seed).stream("rows").at(0);
        const SparseRows rows = test::random_sparse(draws, 20, 2);
        const Split split = split_by_groups(rows, 0.7, Random(seed));
        const std::vector<std::int32_t> group = equal_rows(rows);
        std::set<std::int32_t> in_training, in_test;
        for (const std::int64_t row : split.training) {
            in_training.insert(group[static_cast<std::size_t>(row)]);
        }
        for (const std::int64_t row : split.test) {
            in_test.insert(group[static_cast<std::size_t>(row)]);
        }
        for (const std::int32_t one : in_training) ASSERT_FALSE(in_test.contains(one));
        ASSERT_EQ(split.training.size() + split.test.size(), 20u);
        ASSERT_FALSE(split.training.empty());
        ASSERT_FALSE(split.test.empty());
    }
    EXPECT_TRUE(split_by_groups(test::sparse({{1}, {1}}), 0.7, Random(1)).training.empty());
}

}  // namespace
}  // namespace lethe::vectors
