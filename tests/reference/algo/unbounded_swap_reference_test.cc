// Rank swapping in buckets and at a distance against the definition: free ranks are listed.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "lethe/algo/statistics/unbounded_swap.h"
#include "support.h"

namespace lethe {
namespace {

// The walk: partner_of(rank, free ranks above it, draws) is one of them or -1.
template <class PartnerOf>
std::vector<std::int32_t> naive_walk(std::int64_t size, const Stream& stream,
                                     PartnerOf partner_of) {
    std::vector<std::int32_t> source(static_cast<std::size_t>(size));
    std::iota(source.begin(), source.end(), 0);
    std::vector<bool> swapped(source.size(), false);
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (swapped[i]) continue;
        swapped[i] = true;
        std::vector<std::int64_t> free;
        for (std::size_t l = i + 1; l < source.size(); ++l) {
            if (!swapped[l]) free.push_back(static_cast<std::int64_t>(l));
        }
        if (free.empty()) continue;
        const auto rank = static_cast<std::int64_t>(i);
        const auto l = static_cast<std::size_t>(partner_of(rank, free, stream.at(rank)));
        std::swap(source[i], source[l]);
        swapped[l] = true;
    }
    return source;
}

std::int64_t from_bucket(std::int64_t size, std::int64_t buckets, std::int64_t rank,
                         const std::vector<std::int64_t>& free, Draws draws) {
    // Bucket b holds the ranks from floor(b size / buckets) on.
    const auto bucket = [&](std::int64_t of) {
        std::int64_t b = 0;
        while ((b + 1) * size / buckets <= of) ++b;
        return b;
    };
    std::vector<std::vector<std::int64_t>> members(static_cast<std::size_t>(buckets));
    for (const std::int64_t l : free) members[static_cast<std::size_t>(bucket(l))].push_back(l);
    double total = 0;
    for (std::int64_t s = bucket(rank); s < buckets; ++s) {
        if (!members[static_cast<std::size_t>(s)].empty()) {
            total += std::pow(2.0, -static_cast<double>(s - bucket(rank) + 1));
        }
    }
    double u = draws.uniform() * total;
    for (std::int64_t s = bucket(rank); s < buckets; ++s) {
        const auto& own = members[static_cast<std::size_t>(s)];
        if (own.empty()) continue;
        const double weight = std::pow(2.0, -static_cast<double>(s - bucket(rank) + 1));
        if (u < weight) return own[draws.below(own.size())];
        u -= weight;
    }
    return -1;
}

TEST(UnboundedSwapReference, Buckets) {
    for (std::int64_t size = 0; size <= 60; ++size) {
        for (std::int64_t buckets = 1; buckets <= std::max<std::int64_t>(1, size); ++buckets) {
            const Stream stream = Random(static_cast<std::uint64_t>(buckets)).stream("swap");
            ASSERT_EQ(swap_ranks_in_buckets(test::threads(1), size, buckets, stream),
                      naive_walk(size, stream,
                                 [&](std::int64_t rank, const auto& free, Draws draws) {
                                     return from_bucket(size, buckets, rank, free, draws);
                                 }))
                << size << " values, " << buckets << " buckets";
        }
    }
}

TEST(UnboundedSwapReference, Distance) {
    for (std::int64_t size = 0; size <= 60; ++size) {
        for (const double mean : {0.0, 0.4, 2.0, 7.5, 30.0, 100.0}) {
            for (const double deviation : {0.0, 1.0, mean}) {
                const Stream stream = Random(static_cast<std::uint64_t>(size)).stream("swap");
                const auto partner_of = [&](std::int64_t rank, const auto& free, Draws draws) {
                    for (int i = 0; i < 32; ++i) {
                        const double l = static_cast<double>(rank) +
                                         std::nearbyint(mean + deviation * draws.normal());
                        for (const std::int64_t candidate : free) {
                            if (static_cast<double>(candidate) == l) return candidate;
                        }
                    }
                    return free.front();
                };
                ASSERT_EQ(swap_ranks_at_distance(test::threads(1), size, mean, deviation, stream),
                          naive_walk(size, stream, partner_of))
                    << size << " values, " << mean << " +- " << deviation;
            }
        }
    }
}

}  // namespace
}  // namespace lethe
