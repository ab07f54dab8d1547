// Drawing released categories by a transition matrix: one random number a value, and time that
// grows with the logarithm of the number of categories.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/statistics/transition_matrix.h"
#include "lethe/core/random.h"

namespace lethe {

class TransitionDraw {
  public:
    // The matrix must be stochastic (check_stochastic finds nothing).
    explicit TransitionDraw(const TransitionMatrix& matrix);

    // The category that a record of `category` is released with. A uniform number below the
    // diagonal entry leaves it as it is; the rest of the unit interval is cut among the others in
    // their order. So a small change of the matrix changes few records, given the same numbers.
    std::int32_t operator()(std::int32_t category, Draws draws) const {
        return (*this)(category, draws.uniform());
    }
    std::int32_t operator()(std::int32_t category, double u) const {
        const auto row = static_cast<std::size_t>(category);
        return u < stays_[row] ? category : leaves(row, u);
    }

  private:
    std::int32_t leaves(std::size_t row, double u) const;

    std::size_t categories_;
    std::vector<double> stays_;       // the diagonal
    std::vector<double> ends_;        // row after row: where the piece of each other category ends
    std::vector<std::int32_t> last_;  // of each row, the last category with a probability above 0
};

}  // namespace lethe
