#include "lethe/algo/learnt/competitor_front.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "lethe/core/index.h"

namespace lethe {
namespace {

bool nowhere_above(const double* a, const double* b, int n) {
    for (int l = 0; l < n; ++l) {
        if (a[l] > b[l]) return false;
    }
    return true;
}

bool below_everywhere(const double* a, const double* b, int n) {
    for (int l = 0; l < n; ++l) {
        if (a[l] >= b[l]) return false;
    }
    return true;
}

}  // namespace

FrontFinder::FrontFinder(const AlignedRecords& records, bool sorted, bool ties)
    : sorted_(sorted),
      records_(records),
      n_(records.attributes),
      own_(at(n_)),
      other_(at(n_)),
      ties_(ties),
      limited_(records.competitors() > kAllCompared) {}

// Absolute, sorted for OWA.
void FrontFinder::differences(std::int32_t i, std::int32_t j, double* out) const {
    for (int l = 0; l < n_; ++l) out[l] = std::abs(records_.difference(i, j, l));
    if (sorted_) std::sort(out, out + n_, std::greater<>());
}

CompetitorFront FrontFinder::find(std::int32_t i) {
    CompetitorFront front;
    window_.clear();
    values_.clear();
    sums_.clear();
    differences(i, i, own_.data());
    for (std::int32_t j = 0; j < records_.competitors(); ++j) {
        if (j == i) continue;
        differences(i, j, other_.data());
        const bool below = nowhere_above(other_.data(), own_.data(), n_);
        if (below && records_.competes(i, j)) {
            front.witness = j;
            return front;
        }
        if (below || (ties_ ? below_everywhere(own_.data(), other_.data(), n_)
                            : nowhere_above(own_.data(), other_.data(), n_))) {
            continue;
        }
        if (!dominated() && makes_room()) take(j);
    }
    front.competitors = window_;
    std::sort(front.competitors.begin(), front.competitors.end());
    return front;
}

void FrontFinder::exchange(std::size_t a, std::size_t b) {
    if (a == b) return;
    std::swap(window_[a], window_[b]);
    std::swap(sums_[a], sums_[b]);
    std::swap_ranges(values(a), values(a) + n_, values(b));
}

// One that has just dominated is tried earlier the next time.
bool FrontFinder::dominated() {
    for (std::size_t place = 0; place < window_.size(); ++place) {
        if (!nowhere_above(values(place), other_.data(), n_)) continue;
        exchange(place, place / 2);
        return true;
    }
    return false;
}

// Where the window is full, the farthest of it goes, unless the new one is farther.
bool FrontFinder::makes_room() {
    if (!limited_ || window_.size() < kMostKept) return true;
    const auto farthest = std::max_element(sums_.begin(), sums_.end());
    if (std::accumulate(other_.begin(), other_.end(), 0.0) >= *farthest) return false;
    exchange(at(farthest - sums_.begin()), window_.size() - 1);
    window_.pop_back();
    sums_.pop_back();
    values_.resize(values_.size() - at(n_));
    return true;
}

// Into the window, and what it dominates out of it.
void FrontFinder::take(std::int32_t j) {
    for (std::size_t place = 0; place < window_.size();) {
        if (!nowhere_above(other_.data(), values(place), n_)) {
            ++place;
            continue;
        }
        exchange(place, window_.size() - 1);
        window_.pop_back();
        sums_.pop_back();
        values_.resize(values_.size() - at(n_));
    }
    window_.push_back(j);
    sums_.push_back(std::accumulate(other_.begin(), other_.end(), 0.0));
    values_.insert(values_.end(), other_.begin(), other_.end());
}

}  // namespace lethe
