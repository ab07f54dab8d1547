#include "lethe/algo/competitor_front.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lethe {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

bool nowhere_above(const double* a, const double* b, int n) {
    for (int l = 0; l < n; ++l) {
        if (a[l] > b[l]) return false;
    }
    return true;
}

}  // namespace

FrontFinder::FrontFinder(const AlignedRecords& records, bool sorted)
    : sorted_(sorted), records_(records), n_(records.attributes), own_(at(n_)), other_(at(n_)) {}

// Absolute, sorted for OWA.
void FrontFinder::differences(std::int32_t i, std::int32_t j, double* out) const {
    for (int l = 0; l < n_; ++l) out[l] = std::abs(records_.difference(i, j, l));
    if (sorted_) std::sort(out, out + n_, std::greater<>());
}

CompetitorFront FrontFinder::find(std::int32_t i) {
    CompetitorFront front;
    window_.clear();
    values_.clear();
    differences(i, i, own_.data());
    for (std::int32_t j = 0; j < records_.competitors(); ++j) {
        if (j == i) continue;
        differences(i, j, other_.data());
        const bool below = nowhere_above(other_.data(), own_.data(), n_);
        if (below && records_.competes(i, j)) {
            front.witness = j;
            return front;
        }
        if (below || nowhere_above(own_.data(), other_.data(), n_)) continue;
        if (!dominated()) take(j);
    }
    front.competitors = window_;
    std::sort(front.competitors.begin(), front.competitors.end());
    return front;
}

void FrontFinder::exchange(std::size_t a, std::size_t b) {
    if (a == b) return;
    std::swap(window_[a], window_[b]);
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

// Into the window, and what it dominates out of it.
void FrontFinder::take(std::int32_t j) {
    for (std::size_t place = 0; place < window_.size();) {
        if (!nowhere_above(other_.data(), values(place), n_)) {
            ++place;
            continue;
        }
        exchange(place, window_.size() - 1);
        window_.pop_back();
        values_.resize(values_.size() - at(n_));
    }
    window_.push_back(j);
    values_.insert(values_.end(), other_.begin(), other_.end());
}

}  // namespace lethe
