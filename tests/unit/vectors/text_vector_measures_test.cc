// The measures of published document vectors on examples worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/core/error.h"
#include "lethe/vectors/measure/classify.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/measure/vector_queries.h"
#include "lethe/vectors/measure/vector_statistics.h"
#include "lethe/vectors/protect/spherical_k_means.h"
#include "sparse.h"
#include "support.h"

namespace lethe::vectors {
namespace {

using test::sparse;

const double kHalf = std::sqrt(0.5);

SparseRows four_documents() { return sparse({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}}); }

TEST(VectorLoss, OfMeanDirections) {
    const SparseRows published =
        sparse({{kHalf, kHalf, 0}, {kHalf, kHalf, 0}, {0, 0, 1}, {0, 0, 1}});
    const VectorLoss loss = vector_loss(four_documents(), published);
    const double sse = 2 * (1 - kHalf);
    const double ssa = 2 * (1 - 1 / std::sqrt(3.0)) + 2 * (1 - 2 / std::sqrt(6.0));
    EXPECT_NEAR(loss.spherical.sse, sse, 1e-12);
    EXPECT_NEAR(loss.spherical.ssa, ssa, 1e-12);
    EXPECT_NEAR(loss.spherical.share(), sse / (sse + ssa), 1e-12);
    EXPECT_NEAR(loss.mean_distance, sse / 4, 1e-12);
    EXPECT_NEAR(loss.classical.sse, 2 * sse, 1e-12);  // |x - p|^2 = 2 (1 - cos) of unit vectors
    EXPECT_EQ(loss.groups, 2);
}

TEST(VectorLoss, OfMeans) {
    const SparseRows published = sparse({{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 0, 1}, {0, 0, 1}});
    const VectorLoss loss = vector_loss(four_documents(), published);
    EXPECT_NEAR(loss.classical.sse, 1, 1e-12);
    EXPECT_NEAR(loss.classical.ssa, 1.5, 1e-12);
    EXPECT_NEAR(loss.classical.sst, 2.5, 1e-12);
    EXPECT_NEAR(loss.classical.share(), 0.4, 1e-12);
    EXPECT_NEAR(loss.spherical.sse, 2 * (1 - kHalf), 1e-12);  // the length plays no part
}

TEST(VectorLoss, OfLongDocumentsIsThatOfTheirDirections) {
    const SparseRows published =
        sparse({{kHalf, kHalf, 0}, {kHalf, kHalf, 0}, {0, 0, 1}, {0, 0, 1}});
    const SparseRows longer = sparse({{7, 0, 0}, {0, 2, 0}, {0, 0, 3}, {0, 0, 1}});
    const VectorLoss of_longer = vector_loss(longer, published);
    const VectorLoss of_unit = vector_loss(four_documents(), published);
    EXPECT_NEAR(of_longer.mean_distance, of_unit.mean_distance, 1e-15);
    EXPECT_NEAR(of_longer.spherical.share(), of_unit.spherical.share(), 1e-15);
    EXPECT_NEAR(of_longer.classical.share(), of_unit.classical.share(), 1e-15);
    EXPECT_NEAR(vector_loss(longer, longer).classical.share(), 0, 1e-15);
}

TEST(VectorLoss, NothingLostWhereNothingChanged) {
    const VectorLoss loss = vector_loss(four_documents(), four_documents());
    EXPECT_EQ(loss.spherical.sse, 0);
    EXPECT_EQ(loss.classical.sse, 0);
    EXPECT_EQ(loss.groups, 3);
    EXPECT_THROW(vector_loss(four_documents(), sparse({{1, 0, 0}})), Error);
}

TEST(VectorAnonymity, CountsDocumentsThatShareAVector) {
    const VectorAnonymity found =
        vector_anonymity(sparse({{1, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 1}}));
    EXPECT_EQ(found.smallest, 2);
    EXPECT_EQ(found.classes, 2);
    EXPECT_DOUBLE_EQ(found.mean(), 2.5);
    EXPECT_EQ(found.of_size, (std::map<std::int64_t, std::int64_t>{{2, 2}, {3, 3}}));
    EXPECT_EQ(vector_anonymity(sparse({{1, 0}, {1, 1e-300}})).smallest, 1);
    EXPECT_EQ(vector_anonymity(SparseRows(3)).smallest, 0);
}

TEST(VectorStatistics, OfASmallCollection) {
    const VectorStatistics found = vector_statistics(sparse({{1, 3, 0, 0}, {0, 2, 0, 0}}));
    EXPECT_EQ(found.terms, 2);
    EXPECT_EQ(found.entries, 3);
    EXPECT_DOUBLE_EQ(found.density, 0.75);
    EXPECT_DOUBLE_EQ(found.terms_per_document, 1.5);
    EXPECT_DOUBLE_EQ(found.mean_weight, 2);
    EXPECT_DOUBLE_EQ(found.mean_of_all, 1.5);
    EXPECT_EQ(vector_statistics(SparseRows(4)).density, 0);
}

TEST(DistanceHistogram, HasABinForPairsThatShareNothing) {
    // a and b share nothing; c is at 1 - 0.7071 from both; d equals a.
    const SparseRows rows = sparse({{1, 0}, {0, 1}, {1, 1}, {2, 0}});
    const DistanceHistogram found = distance_histogram({}, rows, 100, Random(1));
    EXPECT_EQ(found.pairs[0], 1);   // a and d
    EXPECT_EQ(found.pairs[2], 3);   // c with each
    EXPECT_EQ(found.pairs[10], 2);  // b with a and d
    EXPECT_EQ(found.all(), 6);
    EXPECT_EQ(distance_histogram({}, rows, 2, Random(1)).all(), 1);
    EXPECT_EQ(distance_histogram({}, rows, 2, Random(1)).documents, 2);
}

TEST(VectorQueries, TypesOfQueries) {
    //                              a     b    c    d
    const SparseRows rows = sparse({{0.1, 0.9, 0.0, 0.0},  //
                                    {0.1, 0.0, 0.6, 0.0},  //
                                    {0.1, 0.0, 0.6, 0.05}});
    const auto terms = query_terms(rows, 1, Random(1));
    using Terms = std::vector<std::int32_t>;
    EXPECT_EQ(terms[0], Terms{0});  // in all three
    EXPECT_EQ(terms[1], Terms{1});  // in one, and so is d: the first column
    EXPECT_EQ(terms[2].size(), 1u);
    EXPECT_EQ(terms[4], Terms{2});  // 1.2 over all documents
    EXPECT_EQ(terms[5], Terms{1});  // 0.9 once
    EXPECT_EQ(query_terms(rows, 9, Random(1))[0].size(), 4u);
}

TEST(VectorQueries, DocumentsAsRelevantAsTheLastAreReturned) {
    const SparseRows rows = sparse({{0.5, 0}, {0.9, 0}, {0.5, 0}, {0, 1}});
    using Rows = std::vector<std::int64_t>;
    EXPECT_EQ(best_rows(rows, {0}, 2, QueryTies::all), (Rows{0, 1, 2}));
    EXPECT_EQ(best_rows(rows, {0}, 2, QueryTies::row_order), (Rows{0, 1}));
    EXPECT_EQ(best_rows(rows, {0}, 1, QueryTies::all), (Rows{1}));
    EXPECT_EQ(best_rows(rows, {0, 1}, 9, QueryTies::all), (Rows{0, 1, 2, 3}));
    EXPECT_EQ(best_rows(rows, {}, 9, QueryTies::all), Rows{});
}

TEST(VectorQueries, PrecisionAndRecall) {
    const QueryAnswer answer{0, 1, 10, 10, 20, 5};
    EXPECT_DOUBLE_EQ(answer.precision(), 0.25);
    EXPECT_DOUBLE_EQ(answer.recall(), 0.5);
    EXPECT_DOUBLE_EQ(answer.f1(), 1.0 / 3);
    EXPECT_EQ((QueryAnswer{0, 1, 10, 0, 0, 0}.f1()), 0);
    const SparseRows rows = four_documents();
    const auto answers = vector_queries(rows, rows, {}, Random(1));
    EXPECT_EQ(answers.size(), 54u);
    const Json told = to_json(answers);
    for (const Json& mean : told["means"]) EXPECT_NEAR(mean["f1"], 1, 1e-12);
}

TEST(Classify, NearestNeighboursVote) {
    const SparseRows training = sparse({{1, 0}, {1, 0.1}, {1, 0.3}, {0, 1}});
    const std::vector<std::int32_t> classes{0, 1, 1, 0};
    const SparseRows test = sparse({{1, 0}, {0, 1}, {0, 0}});
    const auto by = [&](std::int64_t neighbours) {
        return predict_by_neighbours({}, {training, classes, 2}, test, std::vector{neighbours})[0];
    };
    using Classes = std::vector<std::int32_t>;
    EXPECT_EQ(by(1), (Classes{0, 0, 0}));
    EXPECT_EQ(by(2), (Classes{0, 0, 0}));  // a tie goes to the nearest
    // The fourth shares no term with the first document; nothing is known of the last.
    EXPECT_EQ(by(5), (Classes{1, 1, 0}));
}

TEST(Classify, NaiveBayesByHand) {
    const SparseRows training = sparse({{2, 1, 0}, {0, 3, 0}});
    const std::vector<std::int32_t> classes{0, 1};
    // Two terms occur: P(a|0) = 3/5, P(b|0) = 2/5, P(a|1) = 1/5, P(b|1) = 4/5; the third is unseen.
    const auto of = [&](std::vector<double> row) {
        return predict_by_bayes({training, classes, 2}, sparse({std::move(row)}))[0];
    };
    EXPECT_EQ(of({1, 1, 9}), 0);     // 0.24 against 0.16
    EXPECT_EQ(of({0.5, 1, 0}), 1);   // 0.310 against 0.358
    EXPECT_EQ(of({0.65, 1, 0}), 0);  // 0.2870 against 0.2810
    EXPECT_EQ(of({0, 1, 0}), 1);
}

TEST(Classify, NearestCentroid) {
    const SparseRows training = sparse({{1, 0}, {5, 5}, {0, 1}});
    const std::vector<std::int32_t> classes{0, 0, 1};
    // The centroid of the first class is at 22.5 degrees, of the second at 90.
    const auto found = predict_by_centroid({training, classes, 2}, sparse({{1, 1.4}, {1, 1.6}}));
    EXPECT_EQ(found,
              (std::vector<std::int32_t>{0, 1}));  // 54.5 and 58 degrees, the middle is 56.25
}

TEST(Classify, Agreement) {
    const std::vector<std::int32_t> expected{0, 0, 1, 1, 1}, predicted{0, 1, 1, 1, 0};
    const Agreement found = agreement(predicted, expected, 3);
    EXPECT_DOUBLE_EQ(found.accuracy, 0.6);
    EXPECT_DOUBLE_EQ(found.micro_jaccard, 3.0 / 7);
    EXPECT_DOUBLE_EQ(found.macro_jaccard, (1.0 / 3 + 2.0 / 4) / 2);
    EXPECT_EQ(agreement({}, {}, 2).accuracy, 0);
}

TEST(VectorLinkage, TiesAreSharedOut) {
    const SparseRows original = sparse({{1, 0}, {0.9, 0.1}, {0, 1}, {0.3, 0.9}});
    const SparseRows published = sparse({{1, 0.05}, {1, 0.05}, {0.1, 1}, {1, 0.05}});
    const auto found = vector_linkage({}, original, published);
    EXPECT_EQ(found.records, 4);
    EXPECT_EQ(found.strict, 1);  // the third
    EXPECT_EQ(found.lax, 3);
    EXPECT_DOUBLE_EQ(found.expected, 1.0 / 3 + 1.0 / 3 + 1);
    EXPECT_DOUBLE_EQ(to_json(found, 1)["bound"], 100);
    EXPECT_DOUBLE_EQ(to_json(found, 4)["bound"], 25);
}

// Documents around ten terms of their own, with a few other terms between them.
SparseRows planted(std::int64_t clusters, std::int64_t each) {
    SparseRows rows(static_cast<std::int32_t>(10 * clusters));
    Draws draws = Random(3).stream("planted").at(0);
    for (std::int64_t r = 0; r < clusters * each; ++r) {
        std::vector<double> row(static_cast<std::size_t>(rows.columns()), 0.0);
        const auto first = static_cast<std::size_t>(10 * (r % clusters));
        for (std::size_t i = 0; i < 10; ++i) row[first + i] = 0.5 + draws.uniform();
        for (int i = 0; i < 3; ++i) row[draws.below(row.size())] += 0.2;
        rows.append(test::sparse({row})[0]);
    }
    return rows;
}

TEST(SphericalKMeans, FindsPlantedClusters) {
    const SparseRows rows = planted(5, 20);
    const KMeansResult found = spherical_k_means({}, rows, {.clusters = 5}, Random(1));
    ASSERT_EQ(found.clusters.count, 5);
    for (std::size_t r = 5; r < found.clusters.of.size(); ++r) {
        EXPECT_EQ(found.clusters.of[r], found.clusters.of[r % 5]);
    }
    EXPECT_NE(found.clusters.of[0], found.clusters.of[1]);
    for (const int count : {2, 3}) {
        const auto again =
            spherical_k_means(test::threads(count), rows, {.clusters = 5}, Random(1));
        EXPECT_EQ(again.clusters, found.clusters);
        EXPECT_EQ(again.course, found.course);
    }
}

TEST(SphericalKMeans, NoMoreClustersThanDifferentRows) {
    const SparseRows rows = sparse({{1, 0}, {0, 1}, {1, 0}, {2, 0}});
    const KMeansResult found = spherical_k_means({}, rows, {.clusters = 9}, Random(1));
    EXPECT_EQ(found.clusters.count, 2);
    EXPECT_DOUBLE_EQ(found.objective, 4);
    EXPECT_THROW(spherical_k_means({}, rows, {.clusters = 0}, Random(1)), Error);
    EXPECT_THROW(spherical_k_means({}, SparseRows(2), {}, Random(1)), Error);
}

}  // namespace
}  // namespace lethe::vectors
