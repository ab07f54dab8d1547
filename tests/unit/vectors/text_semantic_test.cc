// What semantic microaggregation refuses, and the cases at its edges.
#include <gtest/gtest.h>

#include "lethe/core/error.h"
#include "lethe/vectors/protect/semantic.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::vectors {
namespace {

DocumentVectors vectors_of(const std::vector<std::vector<double>>& rows,
                           const std::vector<std::string>& terms) {
    DocumentVectors vectors;
    vectors.terms = terms;
    vectors.rows = SparseRows(static_cast<std::int32_t>(terms.size()));
    for (const std::vector<double>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i] != 0) vectors.rows.add(static_cast<std::int32_t>(i), row[i]);
        }
        vectors.rows.end_row();
    }
    return vectors;
}

SemanticResult semantic_run(const DocumentVectors& vectors, std::int64_t k) {
    SemanticOptions options;
    options.k = k;
    return semantic_microaggregation(test::threads(1), vectors, test::symptoms(), options);
}

ErrorKind semantic_refusal(const DocumentVectors& vectors, std::int64_t k) {
    try {
        semantic_run(vectors, k);
    } catch (const Error& error) {
        return error.kind();
    }
    return ErrorKind::internal;
}

TEST(TextSemantic, Refuses) {
    const std::vector<std::string> terms{"colic", "ache"};
    EXPECT_EQ(semantic_refusal(vectors_of({{1, 0}}, terms), 2), ErrorKind::unmet);
    EXPECT_EQ(semantic_refusal(vectors_of({{1, 0}, {0, 1}}, terms), 0), ErrorKind::usage);
    EXPECT_EQ(semantic_refusal(vectors_of({{1, 0}, {0, 0}}, terms), 2), ErrorKind::input);
    EXPECT_EQ(semantic_refusal(vectors_of({{1, 0}, {0, -1}}, terms), 2), ErrorKind::input);
    EXPECT_EQ(semantic_refusal(vectors_of({{1, 0}, {0, 1}}, {"gizmo", "widget"}), 2),
              ErrorKind::input);
    EXPECT_EQ(semantic_refusal(vectors_of({}, terms), 2), ErrorKind::unmet);
}

TEST(TextSemantic, GroupsOfOneStayAsTheyAre) {
    DocumentVectors vectors = vectors_of({{1, 0.5}, {0, 1}}, {"ache", "colic"});
    vectors.ids = {"a", "b"};
    vectors.labels = {"x", "y"};
    const SemanticResult result = semantic_run(vectors, 1);
    EXPECT_EQ(result.vectors, vectors);
    EXPECT_EQ(result.loss.sse, 0);
    EXPECT_EQ(result.loss.share(), 0);
}

TEST(TextSemantic, VocabularyOfOneWord) {
    const SemanticResult result = semantic_run(vectors_of({{1}, {0.5}, {0.25}}, {"migraine"}), 3);
    EXPECT_EQ(result.vectors.terms, std::vector<std::string>{"migraine"});
    EXPECT_EQ(result.clusters.count, 1);
    for (std::int64_t row = 0; row < 3; ++row) {
        EXPECT_EQ(result.vectors.rows[row].values[0], 0.5);  // ((1 + 0.5) / 2 + 0.25) / 2
    }
    EXPECT_EQ(result.loss.share(), 0);
}

TEST(TextSemantic, UnknownTermsGeneraliseToTheRoot) {
    const SemanticResult result = semantic_run(
        vectors_of({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {"colic", "gizmo", "widget"}), 3);
    EXPECT_EQ(result.unknown_terms, 2);
    EXPECT_EQ(result.vectors.terms, std::vector<std::string>{"symptom"});
}

// Two terms that become the same one are added up in what is released.
TEST(TextSemantic, EqualTermsOfARowAreAddedUp) {
    const SemanticResult result =
        semantic_run(vectors_of({{1, 1, 0, 0}, {0, 0, 1, 1}},
                                {"lumbago", "migraine", "appendicitis", "gastritis"}),
                     2);
    EXPECT_EQ(result.vectors.terms, std::vector<std::string>{"symptom"});
    EXPECT_EQ(result.vectors.rows[0].values[0], 2);
    EXPECT_TRUE(equal(result.vectors.rows[0], result.vectors.rows[1]));
}

}  // namespace
}  // namespace lethe::vectors
