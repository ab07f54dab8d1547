// Ward's clustering by chains beside the plain way: always the pair that costs least, its cost
// computed from the coordinates.
#include "lethe/algo/partition/ward.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "support.h"

namespace lethe {
namespace {

struct Cloud {
    std::vector<std::vector<double>> points;
    std::vector<std::int64_t> weights;
};

Cloud random_cloud(Draws& draws, bool ties) {
    Cloud cloud;
    const auto points = 1 + draws.below(12);
    for (std::uint64_t i = 0; i < points; ++i) {
        auto& point = cloud.points.emplace_back();
        for (int j = 0; j < 2; ++j) {
            point.push_back(ties ? static_cast<double>(draws.below(3)) : draws.normal());
        }
        cloud.weights.push_back(1 + static_cast<std::int64_t>(draws.below(3)));
    }
    return cloud;
}

double squared(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

Dendrogram ward_of(const Cloud& cloud, int threads) {
    return ward(test::threads(threads), cloud.weights, [&](std::int32_t a, std::int32_t b) {
        return squared(cloud.points[static_cast<std::size_t>(a)],
                       cloud.points[static_cast<std::size_t>(b)]);
    });
}

// The sum of squares about the mean.
double inertia(const Cloud& cloud, const std::vector<std::size_t>& members) {
    double weight = 0;
    std::vector<double> mean(2, 0);
    for (const std::size_t i : members) {
        const auto w = static_cast<double>(cloud.weights[i]);
        weight += w;
        for (std::size_t j = 0; j < 2; ++j) mean[j] += w * cloud.points[i][j];
    }
    for (double& m : mean) m /= weight;
    double sum = 0;
    for (const std::size_t i : members) {
        sum += static_cast<double>(cloud.weights[i]) * squared(cloud.points[i], mean);
    }
    return sum;
}

struct WardNaive {
    std::vector<double> growths;
    std::vector<std::vector<std::int32_t>> cuts;  // by the number of clusters less 1
};

WardNaive naive_ward(const Cloud& cloud) {
    std::vector<std::vector<std::size_t>> clusters;
    for (std::size_t i = 0; i < cloud.points.size(); ++i) clusters.push_back({i});
    WardNaive result;
    result.cuts.resize(clusters.size());
    while (true) {
        std::vector<std::int32_t> labels(cloud.points.size());
        std::sort(clusters.begin(), clusters.end(), [](const auto& a, const auto& b) {
            return *std::min_element(a.begin(), a.end()) < *std::min_element(b.begin(), b.end());
        });
        for (std::size_t c = 0; c < clusters.size(); ++c) {
            for (const std::size_t i : clusters[c]) labels[i] = static_cast<std::int32_t>(c);
        }
        result.cuts[clusters.size() - 1] = labels;
        if (clusters.size() == 1) return result;
        double least = std::numeric_limits<double>::infinity();
        std::pair<std::size_t, std::size_t> best;
        for (std::size_t a = 0; a < clusters.size(); ++a) {
            for (std::size_t b = a + 1; b < clusters.size(); ++b) {
                std::vector<std::size_t> both = clusters[a];
                both.insert(both.end(), clusters[b].begin(), clusters[b].end());
                const double growth = inertia(cloud, both) - inertia(cloud, clusters[a]) -
                                      inertia(cloud, clusters[b]);
                if (growth < least) {
                    least = growth;
                    best = {a, b};
                }
            }
        }
        result.growths.push_back(least);
        auto& joined = clusters[best.first];
        joined.insert(joined.end(), clusters[best.second].begin(), clusters[best.second].end());
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(best.second));
    }
}

// The index of Calinski and Harabasz of a partition.
double separation(const Cloud& cloud, const std::vector<std::int32_t>& labels) {
    const auto count = *std::max_element(labels.begin(), labels.end()) + 1;
    std::vector<std::vector<std::size_t>> members(static_cast<std::size_t>(count));
    std::vector<std::size_t> all(labels.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (const std::size_t i : all) members[static_cast<std::size_t>(labels[i])].push_back(i);
    double within = 0;
    for (const auto& own : members) within += inertia(cloud, own);
    const double total = inertia(cloud, all);
    double records = 0;
    for (const std::int64_t weight : cloud.weights) records += static_cast<double>(weight);
    return (total - within) / (count - 1) / (within / (records - count));
}

TEST(Ward, JoinsWhatThePlainWayJoins) {
    const Stream stream = Random(1).stream("ward");
    for (std::int64_t round = 0; round < 2000; ++round) {
        Draws draws = stream.at(round);
        const Cloud cloud = random_cloud(draws, false);
        const Dendrogram tree = ward_of(cloud, 2);
        const WardNaive naive = naive_ward(cloud);
        ASSERT_EQ(tree.merges.size(), naive.growths.size());
        for (std::size_t i = 0; i < naive.growths.size(); ++i) {
            ASSERT_NEAR(tree.merges[i].growth, naive.growths[i], 1e-9);
        }
        for (std::size_t clusters = 1; clusters <= naive.cuts.size(); ++clusters) {
            ASSERT_EQ(tree.cut(static_cast<std::int64_t>(clusters)), naive.cuts[clusters - 1]);
        }
        if (cloud.points.size() < 4) continue;
        std::int64_t best = 2;
        for (std::int64_t k = 3; k < std::ssize(cloud.points); ++k) {
            if (separation(cloud, naive.cuts[static_cast<std::size_t>(k - 1)]) >
                separation(cloud, naive.cuts[static_cast<std::size_t>(best - 1)])) {
                best = k;
            }
        }
        ASSERT_EQ(tree.best_number(2, std::ssize(cloud.points) - 1), best);
    }
}

// With ties there are several right answers; each of them adds up to the inertia of all points, and
// the growths ascend. The number of threads does not choose among them.
TEST(Ward, TiesAddUpAndAreDecidedAlike) {
    const Stream stream = Random(2).stream("ties");
    for (std::int64_t round = 0; round < 2000; ++round) {
        Draws draws = stream.at(round);
        const Cloud cloud = random_cloud(draws, true);
        const Dendrogram tree = ward_of(cloud, 1);
        const Dendrogram other = ward_of(cloud, 3);
        double sum = 0;
        double last = 0;
        for (std::size_t i = 0; i < tree.merges.size(); ++i) {
            EXPECT_GE(tree.merges[i].growth, last);
            last = tree.merges[i].growth;
            sum += last;
            EXPECT_EQ(tree.merges[i].first, other.merges[i].first);
            EXPECT_EQ(tree.merges[i].second, other.merges[i].second);
        }
        std::vector<std::size_t> all(cloud.points.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        EXPECT_NEAR(sum, inertia(cloud, all), 1e-9);
        for (std::int64_t clusters = 1; clusters <= std::ssize(cloud.points); ++clusters) {
            const auto labels = tree.cut(clusters);
            EXPECT_EQ(*std::max_element(labels.begin(), labels.end()) + 1, clusters);
        }
    }
}

}  // namespace
}  // namespace lethe
