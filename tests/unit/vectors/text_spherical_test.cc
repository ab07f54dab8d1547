#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"
#include "lethe/core/random.h"
#include "lethe/vectors/protect/refine_groups.h"
#include "lethe/vectors/protect/spherical.h"
#include "support.h"

namespace lethe::vectors {
namespace {

SparseRows rows_of(const std::vector<std::vector<double>>& dense) {
    SparseRows rows(static_cast<std::int32_t>(dense.front().size()));
    for (const auto& row : dense) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (row[c] != 0) rows.add(static_cast<std::int32_t>(c), row[c]);
        }
        rows.end_row();
    }
    return rows;
}

SparseRows random_documents(Draws& draws, std::int64_t documents, std::int32_t terms) {
    SparseRows rows(terms);
    for (std::int64_t d = 0; d < documents; ++d) {
        const auto topic = static_cast<std::int32_t>(draws.below(4));
        for (std::int32_t t = 0; t < terms; ++t) {
            if (t == topic || draws.below(t % 4 == topic ? 2 : 9) == 0) {
                rows.add(t, draws.uniform_open());
            }
        }
        rows.end_row();
    }
    return rows;
}

// The sum over the documents of 1 - cosine with what is published of them.
double loss_of(const SparseRows& rows, const SparseRows& published) {
    double sum = 0;
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        sum += 1 - dot(rows[r], published[r]) / (norm(rows[r]) * norm(published[r]));
    }
    return sum / static_cast<double>(rows.rows());
}

std::vector<std::int64_t> class_sizes(const SparseRows& rows) {
    const auto classes = equal_rows(rows);
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(std::ranges::max(classes)) + 1, 0);
    for (const std::int32_t one : classes) ++sizes[static_cast<std::size_t>(one)];
    return sizes;
}

// Two pairs at right angles: s = (1.6, 0.8) or so, by hand.
TEST(Spherical, PublishesTheDirectionOfTheSum) {
    const SparseRows rows = rows_of({{1, 0, 0}, {0.6, 0.8, 0}, {0, 0, 2}, {0, 0, 3}});
    SphericalOptions options;
    options.k = 2;
    const Microaggregated result = spherical_microaggregation(Context(), rows, options);
    EXPECT_EQ(result.clusters.of[0], result.clusters.of[1]);
    EXPECT_EQ(result.clusters.of[2], result.clusters.of[3]);
    const double length = std::sqrt(1.6 * 1.6 + 0.8 * 0.8);
    EXPECT_DOUBLE_EQ(result.rows[0].values[0], 1.6 / length);
    EXPECT_DOUBLE_EQ(result.rows[0].values[1], 0.8 / length);
    EXPECT_DOUBLE_EQ(result.rows[2].values[0], 1);
    EXPECT_NEAR(result.loss, (2 - length) / 4, 1e-15);
}

TEST(Spherical, ClassicalPublishesTheMean) {
    const SparseRows rows = rows_of({{1, 0}, {0.6, 0.8}});
    SphericalOptions options;
    options.k = 2;
    options.representative = Representative::mean;
    const Microaggregated result = spherical_microaggregation(Context(), rows, options);
    EXPECT_DOUBLE_EQ(result.rows[1].values[0], 0.8);
    EXPECT_DOUBLE_EQ(result.rows[1].values[1], 0.4);
}

TEST(Spherical, CutsToTheHeaviestTermsAndSaysWhatThatCosts) {
    const SparseRows rows = rows_of({{1, 1, 0.1}, {1, 1, 0.1}, {1, 1, 0.2}});
    SphericalOptions options;
    options.k = 3;
    options.most_terms = 2;
    const Microaggregated result = spherical_microaggregation(Context(), rows, options);
    EXPECT_EQ(result.rows[0].size(), 2);
    EXPECT_NEAR(norm(result.rows[0]), 1, 1e-15);
    EXPECT_GT(result.loss_when_cut, result.loss);
    EXPECT_NEAR(result.loss_when_cut, loss_of(rows, result.rows), 1e-12);
}

TEST(Spherical, IsAnonymousAndSaysItsLoss) {
    const Stream stream = Random(5).stream("documents");
    for (int run = 0; run < 60; ++run) {
        Draws draws = stream.at(run);
        const auto documents = static_cast<std::int64_t>(10 + draws.below(80));
        const SparseRows rows = random_documents(draws, documents, 20);
        SphericalOptions options;
        options.k = static_cast<std::int64_t>(2 + draws.below(5));
        options.refine = run % 2 == 0;
        const Microaggregated result = spherical_microaggregation(test::threads(2), rows, options);
        EXPECT_GE(std::ranges::min(class_sizes(result.rows)), options.k);
        EXPECT_NEAR(result.loss, loss_of(rows, result.rows), 1e-12);
        for (std::int64_t r = 0; r < documents; ++r) EXPECT_NEAR(norm(result.rows[r]), 1, 1e-12);
        const Microaggregated again = spherical_microaggregation(test::threads(1), rows, options);
        EXPECT_EQ(again.rows, result.rows);
    }
}

TEST(Spherical, RefiningNeverLosesMore) {
    const Stream stream = Random(6).stream("documents");
    int better = 0;
    for (int run = 0; run < 60; ++run) {
        Draws draws = stream.at(run);
        const SparseRows rows = random_documents(draws, 60, 24);
        SphericalOptions options;
        options.k = 3;
        options.refine = false;
        const double before = spherical_microaggregation(Context(), rows, options).loss;
        options.refine = true;
        const double after = spherical_microaggregation(Context(), rows, options).loss;
        EXPECT_LE(after, before + 1e-12);
        better += after < before - 1e-6 ? 1 : 0;
    }
    EXPECT_GT(better, 50);
}

TEST(Spherical, RefiningNeverLosesMoreOfMeans) {
    const Stream stream = Random(7).stream("documents");
    const auto squares = [](const SparseRows& rows, const SparseRows& published) {
        double sum = 0;
        for (std::int64_t r = 0; r < rows.rows(); ++r) {
            sum += dot(rows[r], rows[r]) - 2 * dot(rows[r], published[r]) +
                   dot(published[r], published[r]);
        }
        return sum;
    };
    for (int run = 0; run < 300; ++run) {
        Draws draws = stream.at(run);
        const SparseRows rows = with_unit_norms(random_documents(draws, 8 + run % 30, 10));
        SphericalOptions options;
        options.k = 2 + run % 3;
        options.representative = Representative::mean;
        options.refine = false;
        const double before =
            squares(rows, spherical_microaggregation(Context(), rows, options).rows);
        options.refine = true;
        const double after =
            squares(rows, spherical_microaggregation(Context(), rows, options).rows);
        EXPECT_LE(after, before + 1e-12) << run;
    }
}

// Six documents in pairs that belong together, put together wrongly: exchanging mends it.
TEST(Spherical, ExchangesFindThePairs) {
    const SparseRows rows = with_unit_norms(rows_of({{1, 0.1, 0, 0},
                                                     {1, 0.2, 0, 0},
                                                     {0, 1, 0.1, 0},
                                                     {0, 1, 0.2, 0},
                                                     {0, 0, 1, 0.1},
                                                     {0, 0, 1, 0.2}}));
    Clusters clusters{{0, 1, 1, 2, 2, 0}, 3};
    refine_groups(Context(), rows, 2, Representative::spherical, clusters);
    EXPECT_EQ(clusters.of[0], clusters.of[1]);
    EXPECT_EQ(clusters.of[2], clusters.of[3]);
    EXPECT_EQ(clusters.of[4], clusters.of[5]);
}

TEST(Spherical, SaysWhatItCannotTake) {
    SphericalOptions options;
    options.k = 2;
    const auto problem = [&](const SparseRows& rows) {
        try {
            spherical_microaggregation(Context(), rows, options);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(problem(rows_of({{1, 0}, {0, 0}, {0, 1}})).find("document 2 has no terms"),
              std::string::npos);
    EXPECT_NE(problem(rows_of({{1, 0}, {0, -1}})).find("negative"), std::string::npos);
    EXPECT_FALSE(problem(rows_of({{1, 0}})).empty());
    options.k = 0;
    EXPECT_FALSE(problem(rows_of({{1, 0}, {1, 0}})).empty());
}

TEST(Spherical, OneTermInCommonIsOneVector) {
    const SparseRows rows = rows_of({{1}, {2}, {3}});
    SphericalOptions options;
    options.k = 3;
    options.refine = true;
    const Microaggregated result = spherical_microaggregation(Context(), rows, options);
    EXPECT_EQ(result.loss, 0);
    EXPECT_EQ(result.rows[2].values[0], 1);
}

}  // namespace
}  // namespace lethe::vectors
