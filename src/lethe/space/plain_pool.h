// The pool of records (see space.h) that works for every space: it looks at each record of the pool
// for every question.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/space/space.h"

namespace lethe {

namespace detail {

// The running centroid of a space that has one; otherwise nothing to keep.
template <Space S>
struct Running {
    struct Centroid {
        explicit Centroid(const S&) {}
        void remove(std::int64_t) {}
    };
};

template <RunningCentroidSpace S>
struct Running<S> {
    using Centroid = typename S::RunningCentroid;
};

}  // namespace detail

template <Space S>
class PlainPool {
  public:
    PlainPool(const Context&, const S& space)
        : space_(space), rows_(static_cast<std::size_t>(space.rows())), running_(space) {
        std::iota(rows_.begin(), rows_.end(), std::int64_t{0});
    }

    std::int64_t size() const { return std::ssize(rows_); }

    std::int64_t farthest_from_centroid() { return farthest(centroid()); }
    std::int64_t farthest_from(std::int64_t row) { return farthest(row); }

    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found) {
        near_.clear();
        for (const std::int64_t other : rows_) {
            near_.emplace_back(space_.distance(row, other), other);
        }
        const auto taken = std::min(count, size());
        std::partial_sort(near_.begin(), near_.begin() + taken, near_.end());
        found.clear();
        for (std::int64_t i = 0; i < taken; ++i) {
            found.push_back(near_[static_cast<std::size_t>(i)].second);
        }
    }

    void remove(std::int64_t row) {
        rows_.erase(std::lower_bound(rows_.begin(), rows_.end(), row));
        running_.remove(row);
    }

  private:
    typename S::Point centroid() const {
        if constexpr (RunningCentroidSpace<S>) return running_.point();
        return space_.centroid(rows_);
    }

    template <class From>  // a row or a point
    std::int64_t farthest(const From& from) const {
        std::int64_t best = rows_.front();
        double most = space_.distance(from, best);
        for (const std::int64_t row : rows_) {
            const double distance = space_.distance(from, row);
            if (distance > most) {
                most = distance;
                best = row;
            }
        }
        return best;
    }

    const S& space_;
    std::vector<std::int64_t> rows_;  // ascending
    typename detail::Running<S>::Centroid running_;
    std::vector<std::pair<double, std::int64_t>> near_;
};

}  // namespace lethe
