// Measures of document vectors through inverted indices and different rows against every document
// looked at by itself, on thousands of small collections with many ties.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/vectors/make/distinct_rows.h"
#include "lethe/vectors/measure/classify.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/measure/vector_queries.h"
#include "lethe/vectors/measure/vector_statistics.h"
#include "lethe/vectors/protect/row_products.h"
#include "lethe/vectors/protect/spherical_k_means.h"
#include "sparse.h"
#include "support.h"

namespace lethe::vectors {
namespace {

struct Collection {
    SparseRows original, published;
    std::vector<std::int32_t> classes;
};

constexpr std::uint64_t kCollections = 3000;

// Each document is published as one of a few rows.
Collection random_collection(std::uint64_t seed) {
    Draws draws = Random(seed).stream("collection").at(0);
    const auto documents = static_cast<std::int64_t>(1 + draws.below(14));
    const auto terms = static_cast<std::int32_t>(1 + draws.below(6));
    Collection result{test::random_sparse(draws, documents, terms), SparseRows(terms), {}};
    const SparseRows few = test::random_sparse(draws, 1 + documents / 3, terms);
    for (std::int64_t r = 0; r < documents; ++r) {
        result.published.append(
            few[static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(few.rows())))]);
        result.classes.push_back(static_cast<std::int32_t>(draws.below(3)));
    }
    return result;
}

TEST(RowProducts, AreTheNumbersThatDotGives) {
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const Collection c = random_collection(seed);
        const RowProducts products(c.published);
        std::vector<double> found;
        for (std::int64_t a = 0; a < c.original.rows(); ++a) {
            products.of(c.original[a], found, a);
            for (std::int64_t b = 0; b < c.published.rows(); ++b) {
                const double expected = b < a ? 0 : dot(c.original[a], c.published[b]);
                ASSERT_EQ(found[static_cast<std::size_t>(b)], expected);
            }
        }
    }
}

TEST(DistanceHistogram, AgreesWithEveryPair) {
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const SparseRows rows = random_collection(seed).published;
        const SparseRows unit = with_unit_norms(rows);
        std::array<std::int64_t, 11> expected{};
        for (std::int64_t a = 0; a < rows.rows(); ++a) {
            for (std::int64_t b = a + 1; b < rows.rows(); ++b) {
                const double cosine = dot(unit[a], unit[b]);
                const int tenth = std::clamp(static_cast<int>(10 * (1 - cosine)), 0, 9);
                ++expected[cosine == 0 ? 10 : static_cast<std::size_t>(tenth)];
            }
        }
        ASSERT_EQ(distance_histogram({}, rows, 100, Random(1)).pairs, expected);
    }
}

TEST(VectorLinkage, AgreesWithEveryPair) {
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const Collection c = random_collection(seed);
        const SparseRows held = with_unit_norms(c.original),
                         released = with_unit_norms(c.published);
        std::int64_t strict = 0, lax = 0;
        double expected = 0;
        for (std::int64_t a = 0; a < held.rows(); ++a) {
            double best = -1;
            for (std::int64_t b = 0; b < held.rows(); ++b) {
                best = std::max(best, dot(held[a], released[b]));
            }
            std::int64_t ties = 0;
            for (std::int64_t b = 0; b < held.rows(); ++b) {
                ties += dot(held[a], released[b]) == best ? 1 : 0;
            }
            if (dot(held[a], released[a]) < best) continue;
            ++lax;
            strict += ties == 1 ? 1 : 0;
            expected += 1.0 / static_cast<double>(ties);
        }
        const auto found = vector_linkage({}, c.original, c.published);
        ASSERT_EQ(found.strict, strict);
        ASSERT_EQ(found.lax, lax);
        ASSERT_NEAR(found.expected, expected, 1e-12);
    }
}

// Every training document by itself.
std::int32_t slow_neighbours(const Collection& c, const SparseRow& row, std::size_t neighbours) {
    const SparseRows unit = with_unit_norms(c.published);
    std::vector<std::pair<double, std::size_t>> near;
    for (std::int64_t r = 0; r < unit.rows(); ++r) {
        const double cosine = dot(row, unit[r]);
        if (cosine > 0) near.emplace_back(-cosine, static_cast<std::size_t>(r));
    }
    std::ranges::sort(near);
    std::vector<std::int32_t> votes;
    for (std::size_t i = 0; i < std::min(neighbours, near.size()); ++i) {
        votes.push_back(c.classes[near[i].second]);
    }
    if (votes.empty()) votes = c.classes;
    std::int64_t most = 0;
    for (const std::int32_t vote : votes) most = std::max(most, std::ranges::count(votes, vote));
    if (near.empty()) std::ranges::sort(votes);  // the most frequent, the lowest number of several
    return *std::ranges::find_if(
        votes, [&](std::int32_t vote) { return std::ranges::count(votes, vote) == most; });
}

TEST(Classify, NeighboursAgreeWithEveryDocument) {
    constexpr std::array<std::int64_t, 3> kNeighbours{1, 3, 5};
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const Collection c = random_collection(seed);
        const auto found =
            predict_by_neighbours({}, {c.published, c.classes, 3}, c.original, kNeighbours);
        for (std::size_t i = 0; i < kNeighbours.size(); ++i) {
            for (std::int64_t r = 0; r < c.original.rows(); ++r) {
                ASSERT_EQ(
                    found[i][static_cast<std::size_t>(r)],
                    slow_neighbours(c, c.original[r], static_cast<std::size_t>(kNeighbours[i])));
            }
        }
    }
}

TEST(VectorQueries, AgreeWithEveryDocument) {
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const Collection c = random_collection(seed);
        const auto returned = [&](const SparseRows& rows, const std::vector<std::int32_t>& terms,
                                  std::size_t results) {
            std::vector<std::pair<double, std::int64_t>> ranked;
            for (std::int64_t r = 0; r < rows.rows(); ++r) {
                const auto row = test::dense(with_unit_norms(rows)[r], rows.columns());
                double relevance = 0;
                for (std::size_t t = 0; t < row.size(); ++t) {
                    if (std::ranges::count(terms, static_cast<std::int32_t>(t)) > 0) {
                        relevance += row[t];
                    }
                }
                if (relevance > 0) ranked.emplace_back(relevance, r);
            }
            std::ranges::sort(ranked, std::greater());
            std::set<std::int64_t> rows_returned;
            for (const auto& [relevance, r] : ranked) {
                if (rows_returned.size() >= results && relevance < ranked[results - 1].first) break;
                rows_returned.insert(r);
            }
            return rows_returned;
        };
        const auto answers =
            vector_queries(c.original, c.published, {{1, 3}, {2, 4}, QueryTies::all}, Random(seed));
        for (const QueryAnswer& answer : answers) {
            const auto terms = query_terms(c.original, answer.length,
                                           Random(seed))[static_cast<std::size_t>(answer.type)];
            const auto before =
                returned(c.original, terms, static_cast<std::size_t>(answer.results));
            const auto after =
                returned(c.published, terms, static_cast<std::size_t>(answer.results));
            ASSERT_EQ(answer.original, std::ssize(before));
            ASSERT_EQ(answer.published, std::ssize(after));
            ASSERT_EQ(answer.common, std::ranges::count_if(before, [&](std::int64_t r) {
                          return after.contains(r);
                      }));
        }
    }
}

// Every document published as the mean, or the mean direction, of its group: the sums follow from
// the groups' sums alone.
TEST(VectorLoss, AgreesWithTheSumsOfGroups) {
    for (std::uint64_t seed = 1; seed <= kCollections; ++seed) {
        SCOPED_TRACE(seed);
        const Collection c = random_collection(seed);
        SparseRows documents(c.original.columns());
        for (std::int64_t r = 0; r < c.original.rows(); ++r) {
            if (c.original[r].size() > 0) documents.append(with_unit_norms(c.original)[r]);
        }
        if (documents.rows() == 0) continue;
        const auto terms = static_cast<std::size_t>(documents.columns());
        std::vector<std::vector<double>> sums(3, std::vector<double>(terms, 0.0));
        std::vector<double> all(terms, 0.0), size(3, 0.0);
        for (std::int64_t r = 0; r < documents.rows(); ++r) {
            const auto group = static_cast<std::size_t>(r % 3);
            const auto row = test::dense(documents[r], documents.columns());
            for (std::size_t t = 0; t < terms; ++t) {
                sums[group][t] += row[t];
                all[t] += row[t];
            }
            size[group] += 1;
        }
        const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
            double sum = 0;
            for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
            return sum;
        };
        std::vector<std::vector<double>> directions, means;
        for (std::int64_t r = 0; r < documents.rows(); ++r) {
            const auto group = static_cast<std::size_t>(r % 3);
            directions.push_back(sums[group]);
            means.push_back(sums[group]);
            const double length = std::sqrt(product(sums[group], sums[group]));
            for (double& value : directions.back()) value /= length;
            for (double& value : means.back()) value /= size[group];
        }
        const auto n = static_cast<double>(documents.rows());
        double sse = 0, ssa = 0, classical_sse = 0;
        for (std::size_t g = 0; g < 3; ++g) {
            if (size[g] == 0) continue;
            const double square = product(sums[g], sums[g]);
            sse += size[g] - std::sqrt(square);
            ssa += size[g] *
                   (1 - product(sums[g], all) / std::sqrt(square) / std::sqrt(product(all, all)));
            classical_sse += size[g] - square / size[g];
        }
        const VectorLoss spherical = vector_loss(documents, test::sparse(directions));
        EXPECT_NEAR(spherical.spherical.sse, sse, 1e-9);
        EXPECT_NEAR(spherical.spherical.ssa, ssa, 1e-9);
        const VectorLoss classical = vector_loss(documents, test::sparse(means));
        EXPECT_NEAR(classical.classical.sse, classical_sse, 1e-9);
        EXPECT_NEAR(classical.classical.sst, n - product(all, all) / n, 1e-9);
        EXPECT_NEAR(classical.classical.sse + classical.classical.ssa, classical.classical.sst,
                    1e-9);
    }
}

TEST(SphericalKMeans, KeepsItsPromises) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        SCOPED_TRACE(seed);
        const SparseRows rows = random_collection(seed).original;
        const std::int64_t wanted = 1 + static_cast<std::int64_t>(seed % 5);
        const KMeansResult found =
            spherical_k_means({}, rows, {.clusters = wanted, .restarts = 3}, Random(seed));
        for (std::size_t i = 1; i < found.course.size(); ++i) {
            ASSERT_GE(found.course[i], found.course[i - 1] - 1e-9);
        }
        // None is empty, and the objective is that of the clusters.
        const SparseRows unit = with_unit_norms(rows);
        double objective = 0;
        for (std::int32_t cluster = 0; cluster < found.clusters.count; ++cluster) {
            std::vector<double> sum(static_cast<std::size_t>(rows.columns()), 0.0);
            std::int64_t size = 0;
            for (std::int64_t r = 0; r < rows.rows(); ++r) {
                if (found.clusters.of[static_cast<std::size_t>(r)] != cluster) continue;
                ++size;
                const auto row = test::dense(unit[r], rows.columns());
                for (std::size_t t = 0; t < sum.size(); ++t) sum[t] += row[t];
            }
            ASSERT_GT(size, 0);
            double square = 0;
            for (const double value : sum) square += value * value;
            objective += std::sqrt(square);
        }
        ASSERT_NEAR(found.objective, objective, 1e-9);
        ASSERT_EQ(found.clusters.count, std::min(wanted, distinct_rows(unit).size()));
    }
}

}  // namespace
}  // namespace lethe::vectors
