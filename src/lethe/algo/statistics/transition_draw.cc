#include "lethe/algo/statistics/transition_draw.h"

#include <algorithm>

namespace lethe {

TransitionDraw::TransitionDraw(const TransitionMatrix& matrix)
    : categories_(static_cast<std::size_t>(matrix.rows())) {
    ends_.reserve(categories_ * categories_);
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        double end = matrix(k, k);
        auto last = static_cast<std::int32_t>(k);
        stays_.push_back(end);
        for (Eigen::Index l = 0; l < matrix.cols(); ++l) {
            if (l != k && matrix(k, l) > 0) {
                end += matrix(k, l);
                last = static_cast<std::int32_t>(l);
            }
            ends_.push_back(end);
        }
        last_.push_back(last);
    }
}

// A category without a piece of its own ends where the one before it does, so the first end above u
// is never one of these. Rounding may leave the last end below 1.
std::int32_t TransitionDraw::leaves(std::size_t row, double u) const {
    const auto begin = ends_.begin() + static_cast<std::ptrdiff_t>(row * categories_);
    const auto end = begin + static_cast<std::ptrdiff_t>(categories_);
    const auto found = std::upper_bound(begin, end, u);
    return found == end ? last_[row] : static_cast<std::int32_t>(found - begin);
}

}  // namespace lethe
