// The pool of records (see space.h) that works for every space: it looks at each record of the pool
// for every question, on the threads of the context. A space whose distances are dear says with
// `kRowsPerTask` how few of them are worth a thread.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "lethe/core/parallel.h"
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

template <Space S>
constexpr std::int64_t rows_per_task() {
    if constexpr (requires { S::kRowsPerTask; }) return S::kRowsPerTask;
    return 4096;
}

}  // namespace detail

template <Space S>
class PlainPool {
  public:
    PlainPool(const Context& context, const S& space)
        : context_(context.silent()),
          space_(space),
          rows_(static_cast<std::size_t>(space.rows())),
          running_(space) {
        std::iota(rows_.begin(), rows_.end(), std::int64_t{0});
    }

    std::int64_t size() const { return std::ssize(rows_); }

    std::int64_t farthest_from_centroid() { return farthest(centroid()); }
    std::int64_t farthest_from(std::int64_t row) { return farthest(row); }

    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found) {
        measure(row);
        near_.clear();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            near_.emplace_back(distances_[i], rows_[i]);
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
    typename S::Point centroid() {
        if constexpr (RunningCentroidSpace<S>) return running_.point();
        return space_.centroid(rows_);
    }

    // The distances of all rows from a row or a point, into distances_.
    template <class From>
    void measure(const From& from) {
        distances_.resize(rows_.size());
        parallel_chunks(context_, size(), detail::rows_per_task<S>(),
                        [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                            for (auto i = static_cast<std::size_t>(begin);
                                 i < static_cast<std::size_t>(end); ++i) {
                                distances_[i] = space_.distance(from, rows_[i]);
                            }
                        });
    }

    template <class From>
    std::int64_t farthest(const From& from) {
        measure(from);
        const auto most = std::max_element(distances_.begin(), distances_.end());
        return rows_[static_cast<std::size_t>(most - distances_.begin())];
    }

    Context context_;
    const S& space_;
    std::vector<std::int64_t> rows_;  // ascending
    typename detail::Running<S>::Centroid running_;
    std::vector<double> distances_;  // of rows_, from what was last asked for
    std::vector<std::pair<double, std::int64_t>> near_;
};

}  // namespace lethe
