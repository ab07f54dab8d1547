// Drawing a bucket.
//
// When the walk stands at a rank of bucket r, every lower bucket is done, so the free ranks of
// bucket s begin, among all free ranks, after those of buckets r .. s - 1. The weights fall by half
// from bucket to bucket: beyond the 64th they are smaller than anything that 53 random bits can
// tell from 0, so only 64 buckets are looked at, counted from the first that has a free rank. The
// last of them takes what rounding leaves.
#include "lethe/algo/statistics/unbounded_swap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/linkage/pair_ranks.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

// How many ranks of each bucket are free, and the draw among them.
class Buckets {
  public:
    Buckets(std::int64_t size, std::int64_t buckets) : size_(size) {
        for (std::int64_t b = 0; b < buckets; ++b) {
            free_.push_back(bucket_begin(b + 1, size, buckets) - bucket_begin(b, size, buckets));
        }
    }

    void take(std::int64_t rank) { --free_[static_cast<std::size_t>(bucket(rank))]; }

    // Which of the free ranks is drawn, all of them being in the bucket of `rank` or above; -1
    // where there is none.
    std::int64_t draw(std::int64_t rank, Draws draws) const {
        auto first = static_cast<std::size_t>(bucket(rank));
        while (first < free_.size() && free_[first] == 0) ++first;
        if (first == free_.size()) return -1;
        const std::size_t end = std::min(free_.size(), first + 64);
        double total = 0;
        for (std::size_t b = first; b < end; ++b) total += weight(b - first, free_[b]);
        double left = draws.uniform() * total;
        std::int64_t below = 0;
        std::size_t chosen = first;
        for (std::size_t b = first; b < end; ++b) {
            const double own = weight(b - first, free_[b]);
            if (own == 0) continue;
            below += b == first ? 0 : free_[chosen];
            chosen = b;
            if (left < own) break;
            left -= own;
        }
        return below +
               static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(free_[chosen])));
    }

  private:
    static double weight(std::size_t distance, std::int64_t free) {
        return free == 0 ? 0 : std::ldexp(1.0, -static_cast<int>(distance));
    }
    std::int64_t bucket(std::int64_t rank) const {
        return bucket_of(rank, size_, std::ssize(free_));
    }

    std::int64_t size_;
    std::vector<std::int64_t> free_;
};

}  // namespace

std::int64_t bucket_begin(std::int64_t bucket, std::int64_t size, std::int64_t buckets) {
    return size / buckets * bucket + size % buckets * bucket / buckets;
}

std::int64_t bucket_of(std::int64_t rank, std::int64_t size, std::int64_t buckets) {
    // The largest b whose begin, floor(size b / buckets), is at most the rank.
    return ((rank + 1) * buckets - 1) / size;
}

std::vector<std::int32_t> swap_ranks_in_buckets(const Context& context, std::int64_t size,
                                                std::int64_t buckets, const Stream& stream) {
    if (buckets < 1) {
        throw Error(ErrorKind::usage, fmt::format("{} buckets; at least 1 is needed", buckets));
    }
    Buckets state(size, std::min(buckets, std::max<std::int64_t>(1, size)));
    const auto choose = [&](std::int64_t rank, const ShrinkingSet& free) -> std::int64_t {
        state.take(rank);
        const std::int64_t drawn = state.draw(rank, stream.at(rank));
        if (drawn < 0) return -1;
        const std::int64_t partner = free.select(drawn);
        state.take(partner);
        return partner;
    };
    return pair_ranks(context, size, choose);
}

std::vector<std::int32_t> swap_ranks_at_distance(const Context& context, std::int64_t size,
                                                 double mean, double deviation,
                                                 const Stream& stream) {
    if (!(mean >= 0 && deviation >= 0) || !std::isfinite(mean) || !std::isfinite(deviation)) {
        throw Error(ErrorKind::usage, "the distance needs a mean and a deviation of at least 0");
    }
    constexpr int kDraws = 32;
    std::int64_t left = size;  // free ranks, the current one included
    const auto choose = [&](std::int64_t rank, const ShrinkingSet& free) -> std::int64_t {
        if (--left == 0) return -1;
        --left;
        Draws draws = stream.at(rank);
        for (int draw = 0; draw < kDraws; ++draw) {
            const double step = std::nearbyint(mean + deviation * draws.normal());
            if (!(step >= 1 && step < static_cast<double>(size - rank))) continue;
            const std::int64_t partner = rank + static_cast<std::int64_t>(step);
            if (free.contains(partner)) return partner;
        }
        return free.select(0);
    };
    return pair_ranks(context, size, choose);
}

}  // namespace lethe
