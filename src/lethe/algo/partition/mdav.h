// MDAV, the microaggregation heuristic "maximum distance to average vector" (Domingo-Ferrer and
// Torra: Ordinal, continuous and heterogeneous k-anonymity through microaggregation, 2005), over
// any space. See mdav.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/space/categories.h"
#include "lethe/space/category_pool.h"
#include "lethe/space/numeric.h"
#include "lethe/space/plain_pool.h"
#include "lethe/space/space.h"

namespace lethe {

// From which mean the record is farthest that begins a round: that of the records which are left,
// or that of the whole file, kept all along.
enum class MdavMean { remaining, file };

namespace detail {

// The rows of a space from the farthest from the mean of them all to the nearest, the lowest of
// equally far ones first. They are sorted once, so that a walk through them costs O(n log n) in
// all, less than the questions to a pool that it stands for.
template <Space S>
class FarthestFromFile {
  public:
    explicit FarthestFromFile(const S& space) : rows_(static_cast<std::size_t>(space.rows())) {
        std::iota(rows_.begin(), rows_.end(), std::int64_t{0});
        const typename S::Point mean = space.centroid(rows_);
        std::vector<double> distance;
        distance.reserve(rows_.size());
        for (const std::int64_t row : rows_) distance.push_back(space.distance(mean, row));
        std::stable_sort(rows_.begin(), rows_.end(), [&](std::int64_t a, std::int64_t b) {
            return distance[static_cast<std::size_t>(a)] > distance[static_cast<std::size_t>(b)];
        });
    }

    // The first row that is in no cluster (below 0). There must be one.
    std::int64_t operator()(const Clusters& clusters) {
        while (clusters.of[static_cast<std::size_t>(rows_[next_])] >= 0) ++next_;
        return rows_[next_];
    }

  private:
    std::vector<std::int64_t> rows_;
    std::size_t next_ = 0;
};

// `first_of`: the row of the pool that begins a round, from the clusters so far.
// `opposite_first`: the record opposite to the first one is chosen, and held out, before the first
// one gathers its group. It makes a difference only where many records are equally far.
// `order`, unless null: the rows as clusters have them, one cluster after the other, each with the
// record that it was gathered around first and the others by their distance from it; the rows of
// the last cluster, which is what is left, ascend.
template <RecordPool Pool, class First>
Clusters mdav_from(const Context& context, Pool& pool, std::int64_t k, First first_of,
                   bool opposite_first = false, std::vector<std::int64_t>* order = nullptr) {
    constexpr std::int32_t kNone = -1;
    Clusters clusters{std::vector<std::int32_t>(static_cast<std::size_t>(pool.size()), kNone), 0};
    Progress progress(context, "clustering", pool.size());
    std::vector<std::int64_t> nearest;
    const auto put = [&](std::int64_t row) {
        clusters.of[static_cast<std::size_t>(row)] = clusters.count;
        if (order != nullptr) order->push_back(row);
    };
    const auto take = [&](std::int64_t row) {
        pool.remove(row);
        put(row);
    };
    const auto gather_around = [&](std::int64_t row) {
        pool.nearest(row, k - 1, nearest);
        for (const std::int64_t near : nearest) take(near);
        ++clusters.count;
        progress.add(k);
        context.check_stop();
    };
    const auto take_around = [&](std::int64_t row) {
        take(row);
        gather_around(row);
    };
    while (pool.size() >= 3 * k) {
        const std::int64_t first = first_of(clusters);
        if (!opposite_first) {
            take_around(first);
            take_around(pool.farthest_from(first));
            continue;
        }
        take(first);
        const std::int64_t opposite = pool.farthest_from(first);
        pool.remove(opposite);
        gather_around(first);
        put(opposite);
        gather_around(opposite);
    }
    if (pool.size() >= 2 * k) take_around(first_of(clusters));
    for (std::int64_t row = 0; row < std::ssize(clusters.of); ++row) {
        if (clusters.of[static_cast<std::size_t>(row)] == kNone) put(row);
    }
    ++clusters.count;
    return clusters;
}

template <RecordPool Pool>
Clusters mdav_over(const Context& context, Pool& pool, std::int64_t k, bool opposite_first = false,
                   std::vector<std::int64_t>* order = nullptr) {
    return mdav_from(
        context, pool, k, [&pool](const Clusters&) { return pool.farthest_from_centroid(); },
        opposite_first, order);
}

template <Space S, RecordPool Pool>
Clusters mdav_by_mean(const Context& context, const S& space, Pool& pool, std::int64_t k,
                      MdavMean mean) {
    if (mean == MdavMean::remaining) return mdav_over(context, pool, k);
    return mdav_from(context, pool, k, FarthestFromFile<S>(space));
}

}  // namespace detail

// Clusters of k records each, the last of k .. 2k - 1, numbered in the order in which they are
// made. Ties go to the lowest row. Error(unmet) for fewer than k records, Error(usage) for k < 1.
template <Space S>
Clusters mdav(const Context& context, const S& space, std::int64_t k,
              MdavMean mean = MdavMean::remaining) {
    check_cluster_size(space.rows(), k);
    if constexpr (IndexedSpace<S>) {
        typename S::Pool pool(context, space);
        return detail::mdav_by_mean(context, space, pool, k, mean);
    } else {
        PlainPool<S> pool(context, space);
        return detail::mdav_by_mean(context, space, pool, k, mean);
    }
}

// The same without the space's own pool; `order` as above.
template <Space S>
Clusters plain_mdav(const Context& context, const S& space, std::int64_t k,
                    std::vector<std::int64_t>* order = nullptr) {
    check_cluster_size(space.rows(), k);
    PlainPool<S> pool(context, space);
    return detail::mdav_over(context, pool, k, false, order);
}

extern template Clusters mdav<NumericSpace>(const Context&, const NumericSpace&, std::int64_t,
                                            MdavMean);
extern template Clusters mdav<CategorySpace>(const Context&, const CategorySpace&, std::int64_t,
                                             MdavMean);

}  // namespace lethe
