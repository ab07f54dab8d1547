// Clustering by c centres over any space: every record belongs to its nearest centre and every
// centre is the space's centre of its records (the median of ordered categories, the most frequent
// of others, the mean of numbers).
//
// The start is the farthest-first traversal: the centre of all records, then again and again the
// record farthest from the centres that are there. It is deterministic and spreads the centres, so
// that clusterings of a table and of its masked version start alike. Rounds of assigning records
// and moving centres follow, until the assignment repeats or after 100 rounds. A centre that no
// record is nearest to takes the record that is farthest from its own centre.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/space/space.h"

namespace lethe {

namespace detail {

constexpr int kMostRounds = 100;

template <Space S>
class CMedians {
  public:
    using Point = typename S::Point;

    CMedians(const Context& context, const S& space, std::int64_t c)
        : context_(context),
          space_(space),
          nearest_(static_cast<std::size_t>(space.rows()), 0),
          distance_(nearest_.size(), std::numeric_limits<double>::infinity()) {
        std::vector<std::int64_t> all(nearest_.size());
        std::iota(all.begin(), all.end(), std::int64_t{0});
        add_centre(space.centroid(all));
        while (std::ssize(centres_) < c) add_centre(space.point(farthest()));
    }

    Clusters run() {
        fill_empty();
        for (int round = 1; round < kMostRounds; ++round) {
            context_.check_stop();
            const std::vector<std::int32_t> before = nearest_;
            move_centres();
            assign();
            fill_empty();
            if (nearest_ == before) break;
        }
        return {nearest_, static_cast<std::int32_t>(centres_.size())};
    }

  private:
    // Records that are nearer to the new centre than to all before it go over to it.
    void add_centre(Point centre) {
        const auto number = static_cast<std::int32_t>(centres_.size());
        centres_.push_back(std::move(centre));
        parallel_chunks(context_, space_.rows(), [&](std::int64_t begin, std::int64_t end, auto) {
            for (auto row = begin; row < end; ++row) compare(row, number);
        });
    }

    void compare(std::int64_t row, std::int32_t centre) {
        const auto i = static_cast<std::size_t>(row);
        const double far = space_.distance(centres_[static_cast<std::size_t>(centre)], row);
        if (far < distance_[i]) {
            distance_[i] = far;
            nearest_[i] = centre;
        }
    }

    void assign() {
        parallel_chunks(context_, space_.rows(), [&](std::int64_t begin, std::int64_t end, auto) {
            for (auto row = begin; row < end; ++row) {
                distance_[static_cast<std::size_t>(row)] = std::numeric_limits<double>::infinity();
                for (std::int32_t centre = 0; centre < std::ssize(centres_); ++centre) {
                    compare(row, centre);
                }
            }
        });
    }

    // The row farthest from its centre, the lowest of these.
    std::int64_t farthest() const {
        return std::max_element(distance_.begin(), distance_.end()) - distance_.begin();
    }

    void fill_empty() {
        std::vector<std::int64_t> sizes(centres_.size(), 0);
        for (const std::int32_t cluster : nearest_) ++sizes[static_cast<std::size_t>(cluster)];
        for (std::size_t empty = 0; empty < sizes.size(); ++empty) {
            if (sizes[empty] > 0) continue;
            std::size_t taken = nearest_.size();
            for (std::size_t row = 0; row < nearest_.size(); ++row) {
                if (sizes[static_cast<std::size_t>(nearest_[row])] < 2) continue;
                if (taken == nearest_.size() || distance_[row] > distance_[taken]) taken = row;
            }
            --sizes[static_cast<std::size_t>(nearest_[taken])];
            sizes[empty] = 1;
            nearest_[taken] = static_cast<std::int32_t>(empty);
            distance_[taken] = 0.0;
        }
    }

    void move_centres() {
        const ClusterRows rows({nearest_, static_cast<std::int32_t>(centres_.size())});
        parallel_tasks(context_, std::ssize(centres_), [&](std::int64_t cluster) {
            centres_[static_cast<std::size_t>(cluster)] =
                space_.centroid(rows[static_cast<std::int32_t>(cluster)]);
        });
    }

    const Context& context_;
    const S& space_;
    std::vector<Point> centres_;
    std::vector<std::int32_t> nearest_;  // centre of each row; the lowest in a tie
    std::vector<double> distance_;       // to it
};

}  // namespace detail

// c clusters, none of them empty. Rows x c distances a round, parallel; the result does not depend
// on the number of threads. Error(usage) for c < 1, Error(unmet) for fewer than c records.
template <Space S>
Clusters c_medians(const Context& context, const S& space, std::int64_t c) {
    if (c < 1) throw Error(ErrorKind::usage, "there must be at least 1 cluster");
    if (space.rows() < c) {
        throw Error(ErrorKind::unmet,
                    fmt::format("{} clusters cannot be made of {} records", c, space.rows()));
    }
    return detail::CMedians<S>(context, space, c).run();
}

// The clusters with every one smaller than k joined, the smallest first, to the one whose centre is
// nearest to its records (in the sum of the distances); ties by number. Numbers close up. All
// records are one cluster in the end where there are fewer than k.
template <Space S>
Clusters join_small_clusters(const S& space, Clusters clusters, std::int64_t k) {
    while (clusters.count > 1) {
        const ClusterRows rows(clusters);
        std::int32_t smallest = 0;
        for (std::int32_t i = 1; i < clusters.count; ++i) {
            if (rows[i].size() < rows[smallest].size()) smallest = i;
        }
        if (std::ssize(rows[smallest]) >= k) break;
        std::int32_t target = -1;
        double least = std::numeric_limits<double>::infinity();
        for (std::int32_t i = 0; i < clusters.count; ++i) {
            if (i == smallest) continue;
            const auto centre = space.centroid(rows[i]);
            double sum = 0.0;
            for (const std::int64_t row : rows[smallest]) sum += space.distance(centre, row);
            if (target < 0 || sum < least) {
                target = i;
                least = sum;
            }
        }
        for (std::int32_t& cluster : clusters.of) {
            if (cluster == smallest) cluster = target;
            if (cluster > smallest) --cluster;
        }
        --clusters.count;
    }
    return clusters;
}

}  // namespace lethe
