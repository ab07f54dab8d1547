// Wolfe's algorithm. With the members as columns of Q the point of least length in their affine
// hull is Q u / (1 . u), where u solves (11' + Q'Q) u = 1. When all multipliers are positive it is
// the corral's point; otherwise one walks from the old multipliers towards it until the first
// becomes zero, drops that member and solves again. Each vector that is taken in shortens the point
// strictly, so no corral recurs and the method is finite.
//
// Numerics decide here whether a certificate is worth anything. Instead of the normal equations,
// whose condition is squared, we keep the factors of [Q; 1'] = B R with orthonormal B: then u
// solves R u = (the last row of B)', one triangular system. Columns are added by Gram-Schmidt,
// twice, and removed by Givens rotations; the factors are made afresh after a hundred changes.
#include "lethe/algo/learnt/min_norm_point.h"

#include <algorithm>
#include <cmath>

#include "lethe/algo/learnt/block_rows.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr double kDependent = 1e-12;   // length of what a new column adds to the others
constexpr double kNegligible = 1e-13;  // a multiplier not above it counts as zero
constexpr int kMostUpdates = 100;

}  // namespace

MinNormPoint::MinNormPoint(int dims, int stride)
    : dims_(static_cast<std::size_t>(dims)),
      stride_(static_cast<std::size_t>(stride)),
      height_(stride_ + 4),
      most_(dims_ + 2) {
    point_.assign(stride_, 0.0);
    scratch_.resize(std::max(height_, most_));
}

void MinNormPoint::clear() {
    members_.clear();
    multipliers_.clear();
    updates_ = 0;
}

void MinNormPoint::rest_at(std::span<const double> point) {
    clear();
    point_.assign(point.begin(), point.end());
    squared_length_ = lane_dot(point_.data(), point_.data(), static_cast<int>(stride_));
}

void MinNormPoint::start(std::int32_t number, const double* vector) {
    clear();
    append(vector);
    members_.push_back(number);
    multipliers_.push_back(1.0);
    update_point();
}

bool MinNormPoint::append(const double* vector) {
    const std::size_t size = members_.size();
    if (size >= most_) return false;
    if (basis_.size() < (size + 1) * height_) {
        vectors_.resize((size + 1) * stride_);
        basis_.resize((size + 1) * height_);
        factor_.resize((size + 1) * most_);
    }
    double* fresh = column(size);
    std::copy(vector, vector + stride_, fresh);
    std::fill(fresh + stride_, fresh + height_, 0.0);
    fresh[stride_] = 1.0;
    double* factor = factor_.data() + size * most_;
    std::fill(factor, factor + most_, 0.0);
    vector_code([&]() LETHE_INLINED {
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t place = 0; place < size; ++place) {
                const double* other = column(place);
                const double share = lane_dot(other, fresh, static_cast<int>(height_));
                factor[place] += share;
                for (std::size_t f = 0; f < height_; ++f) fresh[f] -= share * other[f];
            }
        }
    });
    const double length = std::sqrt(lane_dot(fresh, fresh, static_cast<int>(height_)));
    if (length < kDependent) return false;
    factor[size] = length;
    for (std::size_t f = 0; f < height_; ++f) fresh[f] /= length;
    std::copy(vector, vector + stride_, vectors_.data() + size * stride_);
    ++updates_;
    return true;
}

void MinNormPoint::remove(std::size_t place) {
    const std::size_t size = members_.size();
    for (std::size_t c = place; c + 1 < size; ++c) {
        std::copy_n(factor_.data() + (c + 1) * most_, most_, factor_.data() + c * most_);
        std::copy_n(vectors_.data() + (c + 1) * stride_, stride_, vectors_.data() + c * stride_);
    }
    for (std::size_t c = place; c + 1 < size; ++c) {
        double* pivot = factor_.data() + c * most_ + c;
        const double length = std::hypot(pivot[0], pivot[1]);
        const double cosine = pivot[0] / length;
        const double sine = pivot[1] / length;
        pivot[0] = length;
        pivot[1] = 0.0;
        for (std::size_t other = c + 1; other + 1 < size; ++other) {
            double* entry = factor_.data() + other * most_ + c;
            const double upper = entry[0];
            entry[0] = cosine * upper + sine * entry[1];
            entry[1] = cosine * entry[1] - sine * upper;
        }
        double* left = column(c);
        double* right = column(c + 1);
        for (std::size_t f = 0; f < height_; ++f) {
            const double upper = left[f];
            left[f] = cosine * upper + sine * right[f];
            right[f] = cosine * right[f] - sine * upper;
        }
    }
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(place));
    multipliers_.erase(multipliers_.begin() + static_cast<std::ptrdiff_t>(place));
    ++updates_;
}

void MinNormPoint::refactor() {
    const std::vector<std::int32_t> members = members_;
    const std::vector<double> multipliers = multipliers_;
    const std::vector<double> vectors = vectors_;
    clear();
    for (std::size_t place = 0; place < members.size(); ++place) {
        if (!append(vectors.data() + place * stride_)) continue;
        members_.push_back(members[place]);
        multipliers_.push_back(multipliers[place]);
    }
    updates_ = 0;
    double sum = 0.0;
    for (const double multiplier : multipliers_) sum += multiplier;
    for (double& multiplier : multipliers_) multiplier /= sum;
}

void MinNormPoint::solve(std::vector<double>& affine) const {
    const std::size_t size = members_.size();
    affine.resize(size);
    for (std::size_t place = 0; place < size; ++place) affine[place] = column(place)[stride_];
    for (std::size_t c = size; c-- > 0;) {
        const double* factor = factor_.data() + c * most_;
        affine[c] /= factor[c];
        for (std::size_t r = 0; r < c; ++r) affine[r] -= factor[r] * affine[c];
    }
    double sum = 0.0;
    for (const double value : affine) sum += value;
    for (double& value : affine) value /= sum;
}

void MinNormPoint::update_point() {
    std::fill(point_.begin(), point_.end(), 0.0);
    vector_code([this]() LETHE_INLINED {
        for (std::size_t place = 0; place < members_.size(); ++place) {
            const double* vector = vectors_.data() + place * stride_;
            for (std::size_t f = 0; f < stride_; ++f) point_[f] += multipliers_[place] * vector[f];
        }
    });
    squared_length_ = lane_dot(point_.data(), point_.data(), static_cast<int>(stride_));
}

// Moves to the point of the corral, dropping members on the way. False if the newest was dropped.
bool MinNormPoint::descend() {
    std::vector<double> affine;
    const std::int32_t newest = members_.back();
    bool kept_newest = true;
    while (true) {
        solve(affine);
        double step = 1.0;
        std::size_t first = affine.size();
        for (std::size_t place = 0; place < affine.size(); ++place) {
            if (affine[place] > kNegligible) continue;
            const double reach =
                multipliers_[place] / std::max(multipliers_[place] - affine[place], 1e-300);
            if (first == affine.size() || reach < step) {
                step = std::min(step, reach);
                first = place;
            }
        }
        if (first == affine.size()) {
            multipliers_ = affine;
            break;
        }
        for (std::size_t place = 0; place < affine.size(); ++place) {
            multipliers_[place] += step * (affine[place] - multipliers_[place]);
            multipliers_[place] = std::max(multipliers_[place], 0.0);
        }
        if (members_.size() == 1) break;
        kept_newest &= members_[first] != newest;
        remove(first);
    }
    if (updates_ > kMostUpdates) refactor();
    update_point();
    return kept_newest;
}

bool MinNormPoint::add(std::int32_t number, const double* vector) {
    if (!append(vector)) return false;
    members_.push_back(number);
    multipliers_.push_back(0.0);
    const double before = squared_length_;
    return descend() && squared_length_ < before;
}

bool MinNormPoint::keep(const std::vector<char>& keep) {
    for (std::size_t place = members_.size(); place-- > 0;) {
        if (keep[place] == 0) remove(place);
    }
    if (members_.empty()) {
        clear();
        return false;
    }
    double sum = 0.0;
    for (const double multiplier : multipliers_) sum += multiplier;
    for (double& multiplier : multipliers_) multiplier /= sum;
    descend();
    return true;
}

}  // namespace lethe
