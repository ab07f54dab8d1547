// Linear regression with the uncertainty of its parameters, for draws from the predictive
// distribution of a column given others (Rubin 1987, example 5.1).
//
// Predictors are numbers (standardised; missing stands in as the mean) and categories (an indicator
// for each of the kMostLevels most frequent ones; all others, and missing, share the base level).
// Predictors that depend on each other linearly do no harm: what they span counts once.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe {

// The predictors of each row as numbers, the first of which is 1.
class RegressionDesign {
  public:
    static constexpr std::size_t kMostLevels = 30;

    RegressionDesign(const Context& context, const Table& table,
                     std::span<const std::string> columns);

    std::int64_t rows() const { return rows_; }
    Eigen::Index size() const { return size_; }
    Eigen::MatrixXd block(std::int64_t begin, std::int64_t end) const;  // rows begin .. end - 1

  private:
    struct Part {
        ColumnPtr column;
        Eigen::Index place = 0;  // of a number
        double mean = 0;
        double deviation = 0;
        std::vector<Eigen::Index> place_of;  // of each code of a category; -1: the base level
    };

    std::vector<Part> parts_;
    std::int64_t rows_;
    Eigen::Index size_ = 1;
};

// The responses of rows begin .. end - 1, one a column.
using Responses = std::function<Eigen::MatrixXd(std::int64_t begin, std::int64_t end)>;

// Parameters drawn from their distribution given the data.
struct DrawnRegression {
    Eigen::MatrixXd coefficients;   // design x responses
    Eigen::RowVectorXd deviations;  // of the errors, one a response
};

// Regresses each of `count` responses on the design, over the rows where `used` is set. Errors are
// normal: the square of their deviation is drawn as RSS / chi-square, then coefficients around
// those of least squares. Error(unmet) unless there are more such rows than free parameters. The
// sums run in fixed chunks, so that threads do not matter.
DrawnRegression draw_regression(const Context& context, const RegressionDesign& design,
                                const Responses& responses, Eigen::Index count,
                                const Validity& used, const Stream& stream);

}  // namespace lethe
