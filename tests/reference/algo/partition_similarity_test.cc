// Similarity of partitions against every pair of records looked at.
#include "lethe/algo/partition/partition_similarity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support.h"

namespace lethe {
namespace {

using Classes = std::vector<std::int32_t>;

PairCounts every_pair(const Classes& p, const Classes& q) {
    PairCounts counts;
    for (std::size_t i = 0; i < p.size(); ++i) {
        for (std::size_t j = i + 1; j < p.size(); ++j) {
            const bool in_p = p[i] == p[j];
            const bool in_q = q[i] == q[j];
            ++(in_p && in_q ? counts.both
               : in_p       ? counts.first
               : in_q       ? counts.second
                            : counts.neither);
        }
    }
    return counts;
}

double entropy(const std::vector<std::pair<std::int32_t, std::int32_t>>& records) {
    std::map<std::pair<std::int32_t, std::int32_t>, double> counts;
    for (const auto& record : records) ++counts[record];
    double sum = 0;
    for (const auto& [record, count] : counts) {
        const double share = count / static_cast<double>(records.size());
        sum -= share * std::log2(share);
    }
    return sum;
}

double mantaras(const Classes& p, const Classes& q) {
    std::vector<std::pair<std::int32_t, std::int32_t>> only_p, only_q, both;
    for (std::size_t i = 0; i < p.size(); ++i) {
        only_p.emplace_back(p[i], 0);
        only_q.emplace_back(q[i], 0);
        both.emplace_back(p[i], q[i]);
    }
    const double joint = entropy(both);
    return joint == 0 ? 1 : 1 - (2 * joint - entropy(only_p) - entropy(only_q)) / joint;
}

double partition_similarity_share(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

TEST(PartitionSimilarity, AgreesWithEveryPairLookedAt) {
    for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
        SCOPED_TRACE(seed);
        Draws draws = Random(seed).stream("partitions").at(0);
        const std::size_t records = 1 + draws.below(14);
        const std::uint64_t of_p = 1 + draws.below(6);
        const std::uint64_t of_q = 1 + draws.below(6);
        Classes p, q;
        for (std::size_t i = 0; i < records; ++i) {
            p.push_back(static_cast<std::int32_t>(draws.below(of_p)));
            q.push_back(static_cast<std::int32_t>(draws.below(of_q)));
        }
        const PartitionSimilarity found = partition_similarity(test::threads(1), p, q);
        const PairCounts pairs = every_pair(p, q);
        ASSERT_EQ(found.pairs, pairs);
        const auto a = static_cast<double>(pairs.both);
        const auto b = static_cast<double>(pairs.first);
        const auto c = static_cast<double>(pairs.second);
        const auto d = static_cast<double>(pairs.neither);
        if (b + c == 0) {
            for (const double index :
                 {found.rand, found.adjusted_rand, found.jaccard, found.fowlkes_mallows,
                  found.wallace_first, found.wallace_second, found.mantaras}) {
                EXPECT_EQ(index, 1);
            }
            EXPECT_EQ(found.mirkin, 0);
            continue;
        }
        EXPECT_NEAR(found.rand, (a + d) / (a + b + c + d), 1e-12);
        EXPECT_NEAR(found.jaccard, a / (a + b + c), 1e-12);
        EXPECT_NEAR(found.wallace_first, partition_similarity_share(a, a + b), 1e-12);
        EXPECT_NEAR(found.wallace_second, partition_similarity_share(a, a + c), 1e-12);
        EXPECT_NEAR(found.fowlkes_mallows,
                    partition_similarity_share(a, std::sqrt((a + b) * (a + c))), 1e-12);
        EXPECT_NEAR(found.mirkin, 2 * (b + c) / static_cast<double>(records * records), 1e-12);
        EXPECT_NEAR(found.mantaras, mantaras(p, q), 1e-9);
        const double expected = (a + b) * (a + c) / (a + b + c + d);
        const double most = (a + b + a + c) / 2;
        EXPECT_NEAR(found.adjusted_rand, most == expected ? 0 : (a - expected) / (most - expected),
                    1e-12);
        // The other way round only the sides change.
        const PartitionSimilarity turned = partition_similarity(test::threads(1), q, p);
        EXPECT_EQ(turned.wallace_first, found.wallace_second);
        EXPECT_EQ(turned.rand, found.rand);
        EXPECT_NEAR(turned.mantaras, found.mantaras, 1e-12);
    }
}

TEST(PartitionSimilarity, OfNoRecords) {
    EXPECT_EQ(partition_similarity(test::threads(1), {}, {}).rand, 1);
}

// Half of each of a thousand classes is exchanged with the next one.
TEST(PartitionSimilarity, OfManyRecords) {
    const std::int64_t records = 1000000;
    Classes p, q;
    for (std::int64_t i = 0; i < records; ++i) {
        p.push_back(static_cast<std::int32_t>(i / 1000));
        q.push_back(static_cast<std::int32_t>((i + 500) / 1000 % 1000));
    }
    const PartitionSimilarity found = partition_similarity(test::threads(2), p, q);
    EXPECT_EQ(found.pairs.both, 2000LL * 500 * 499 / 2);
    EXPECT_EQ(found.pairs.first, 1000LL * 500 * 500);
    EXPECT_EQ(found.pairs.all(), records * (records - 1) / 2);
    EXPECT_NEAR(found.mantaras, 1 - 2 * std::log(2.0) / std::log(2000.0), 1e-12);
}

}  // namespace
}  // namespace lethe
