// Near a row. The cosines of one row with all others are summed through the lists of its terms: for
// each term, in ascending order, each document that has it gains the product of the weights. That
// is the order in which `dot` adds, so the sums are the same bit for bit, and the work is the
// number of documents that share a term, times the terms they share; documents without a common
// term cost nothing. Lists are ascending, so large ones are cut into ranges of places for threads.
//
// Far from the centre. The farthest row has the least product with the sum S of all rows that are
// left. When rows are removed S shrinks, and the product with a row x falls by no more than 1 for
// each removed row (both have unit length). So an old product less the number of rows removed since
// bounds it from below. With product + removed-so-far as the key, which never changes by itself, a
// heap gives the row with the least bound; it is measured anew and put back, until the least bound
// is above the least product found. A row whose product is large is hardly ever measured again.
// S is a sum of whole numbers (parts of 2^-40), so that it is exact however it came about.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "lethe/core/parallel.h"
#include "lethe/space/sparse.h"

namespace lethe {
namespace {

constexpr std::int32_t kRemoved = -1;
constexpr double kPoolRounding =
    1e-9;  // far above the rounding of a product with the centre, per unit

}  // namespace

SparsePool::SparsePool(const Context& context, const SparseSpace& space)
    : context_(context),
      rows_(space.sparse_rows()),
      alive_(space.rows()),
      row_at_(static_cast<std::size_t>(space.rows())),
      place_of_(row_at_.size()),
      centre_(rows_.columns()),
      weights_(static_cast<std::size_t>(rows_.columns())),
      bounds_(row_at_.size()) {
    std::iota(row_at_.begin(), row_at_.end(), 0);
    place_of_ = row_at_;
    for (std::int64_t row = 0; row < rows_.rows(); ++row) centre_.add(rows_[row]);
    for (std::int32_t c = 0; c < rows_.columns(); ++c) {
        weights_[static_cast<std::size_t>(c)] = centre_[c];
    }
    post_rows();
    constexpr std::int64_t kChunk = 1024;
    parallel_chunks(context_, space.rows(), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            bounds_[static_cast<std::size_t>(row)] = {
                                dot(rows_[row], weights_), static_cast<std::int32_t>(row)};
                        }
                    });
    std::make_heap(bounds_.begin(), bounds_.end());
}

void SparsePool::post_rows() {
    post_begin_.assign(static_cast<std::size_t>(rows_.columns()) + 1, 0);
    for (const std::int32_t row : row_at_) {
        for (const std::int32_t c : rows_[row].columns) {
            ++post_begin_[static_cast<std::size_t>(c) + 1];
        }
    }
    std::partial_sum(post_begin_.begin(), post_begin_.end(), post_begin_.begin());
    post_place_.resize(post_begin_.back());
    post_value_.resize(post_begin_.back());
    std::vector<std::size_t> next(post_begin_.begin(), post_begin_.end() - 1);
    for (std::size_t place = 0; place < row_at_.size(); ++place) {
        const SparseRow row = rows_[row_at_[place]];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            const std::size_t post = next[static_cast<std::size_t>(row.columns[i])]++;
            post_place_[post] = static_cast<std::int32_t>(place);
            post_value_[post] = row.values[i];
        }
    }
    cosine_.resize(row_at_.size());
}

void SparsePool::close_gaps() {
    std::vector<std::int32_t> moved(row_at_.size(), kRemoved);
    std::int32_t next = 0;
    for (std::size_t place = 0; place < row_at_.size(); ++place) {
        if (row_at_[place] == kRemoved) continue;
        moved[place] = next;
        row_at_[static_cast<std::size_t>(next)] = row_at_[place];
        place_of_[static_cast<std::size_t>(row_at_[place])] = next++;
    }
    row_at_.resize(static_cast<std::size_t>(next));
    std::erase_if(bounds_, [&](const Bound& bound) {
        return moved[static_cast<std::size_t>(bound.place)] == kRemoved;
    });
    for (Bound& bound : bounds_) bound.place = moved[static_cast<std::size_t>(bound.place)];
    std::make_heap(bounds_.begin(), bounds_.end());
    post_rows();
    measured_ = -1;
}

void SparsePool::measure_from(std::int64_t row) {
    if (measured_ == row) return;
    const SparseRow from = rows_[row];
    const auto places = std::ssize(cosine_);
    std::size_t posts = 0;
    for (const std::int32_t c : from.columns) {
        posts +=
            post_begin_[static_cast<std::size_t>(c) + 1] - post_begin_[static_cast<std::size_t>(c)];
    }
    // Threads pay where there is more to do than to start them.
    constexpr std::size_t kSmall = 50'000;
    const std::int64_t ranges = posts < kSmall ? 1 : std::max(1, context_.threads);
    const std::int64_t range = (places + ranges - 1) / ranges;
    const auto measure = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        std::fill(cosine_.begin() + begin, cosine_.begin() + end, 0.0);
        for (std::size_t i = 0; i < from.columns.size(); ++i) {
            const auto c = static_cast<std::size_t>(from.columns[i]);
            const double weight = from.values[i];
            const std::int32_t* const first = post_place_.data() + post_begin_[c];
            const std::int32_t* const last = post_place_.data() + post_begin_[c + 1];
            const std::int32_t* place =
                begin == 0 ? first
                           : std::lower_bound(first, last, static_cast<std::int32_t>(begin));
            const std::int32_t* const stop =
                end == places ? last
                              : std::lower_bound(place, last, static_cast<std::int32_t>(end));
            const double* value = post_value_.data() + (place - post_place_.data());
            for (; place != stop; ++place, ++value) {
                cosine_[static_cast<std::size_t>(*place)] += weight * *value;
            }
        }
    };
    if (ranges == 1) {
        measure(0, places, 0);
    } else {
        parallel_chunks(context_, places, range, measure);
    }
    measured_ = row;
}

void SparsePool::nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found) {
    found.clear();
    if (count <= 0) return;
    measure_from(row);
    near_.clear();
    // A heap of the nearest so far, the worst of them on top. Places ascend with rows.
    double worst = 2;
    for (std::size_t place = 0; place < row_at_.size(); ++place) {
        const double distance = cosine_distance(cosine_[place]);
        if (distance >= worst || row_at_[place] == kRemoved) continue;
        if (std::ssize(near_) == count) {
            std::pop_heap(near_.begin(), near_.end());
            near_.pop_back();
        }
        near_.emplace_back(distance, row_at_[place]);
        std::push_heap(near_.begin(), near_.end());
        if (std::ssize(near_) == count) worst = near_.front().first;
    }
    std::ranges::sort(near_);
    for (const auto& entry : near_) found.push_back(entry.second);
}

std::int64_t SparsePool::farthest_from(std::int64_t row) {
    measure_from(row);
    std::int64_t best = -1;
    double most = -1;
    for (std::size_t place = 0; place < row_at_.size(); ++place) {
        if (row_at_[place] == kRemoved) continue;
        const double distance = cosine_distance(cosine_[place]);
        if (distance > most) {
            most = distance;
            best = row_at_[place];
            if (most >= 1) break;  // nothing is farther
        }
    }
    return best;
}

std::int64_t SparsePool::farthest_from_centroid() {
    const double length = centre_.norm();
    const auto gone = static_cast<double>(removed_);
    double least_product = INFINITY;
    double most = -1;
    std::int32_t best = kRemoved;
    looked_at_.clear();
    while (!bounds_.empty()) {
        const double slack = kPoolRounding * (1 + length + gone);
        if (bounds_.front().least - gone > least_product + slack) break;
        std::pop_heap(bounds_.begin(), bounds_.end());
        Bound bound = bounds_.back();
        bounds_.pop_back();
        const std::int32_t row = row_at_[static_cast<std::size_t>(bound.place)];
        if (row == kRemoved) continue;
        const double product = dot(rows_[row], weights_);
        bound.least = product + gone;
        looked_at_.push_back(bound);
        least_product = std::min(least_product, product);
        const double distance = cosine_distance(product / length);
        if (distance > most || (distance == most && row < best)) {
            most = distance;
            best = row;
        }
    }
    for (const Bound& bound : looked_at_) {
        bounds_.push_back(bound);
        std::push_heap(bounds_.begin(), bounds_.end());
    }
    return best;
}

void SparsePool::remove(std::int64_t row) {
    row_at_[static_cast<std::size_t>(place_of_[static_cast<std::size_t>(row)])] = kRemoved;
    --alive_;
    ++removed_;
    centre_.remove(rows_[row]);
    for (const std::int32_t c : rows_[row].columns) {
        weights_[static_cast<std::size_t>(c)] = centre_[c];
    }
    constexpr std::int64_t kFew = 256;
    if (4 * alive_ < 3 * std::ssize(row_at_) && std::ssize(row_at_) > kFew) close_gaps();
}

}  // namespace lethe
