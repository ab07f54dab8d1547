// The two files of a distance-based linkage as points of one Euclidean space.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "lethe/method/comparison.h"
#include "lethe/space/numeric.h"

namespace lethe::attack {

enum class Distance {
    standardised,  // each file by its own means and deviations
    mahalanobis,   // by the covariance of the aligned differences
    raw,
};

struct LinkageSpace {
    NumericSpace held;      // the given rows of the original, in their order
    NumericSpace released;  // all rows of the masked table
    std::vector<std::string> warnings;
};

// Standardising uses the whole of each file. Missing values stand at their column's mean.
//
// Mahalanobis' distance (a - b)' S^-1 (a - b) takes for S the covariance of the differences between
// records and their masked versions: of the training records where there are some, of all records
// otherwise (the intruder who knows how the data were masked). Coordinates are transformed so that
// it becomes Euclid's. Where S is singular:
// - a direction in which masking changed nothing tells records apart exactly and is given a weight
//   that outranks all others. Where both files obey the same linear dependency every record agrees
//   in that direction, and the result is that of the pseudo-inverse;
// - with no more known links than columns only the variances can be estimated and S is taken to
//   be diagonal.
// Both come with a warning. Error(input) for a single training record.
LinkageSpace linkage_space(const AssessInput& input, Distance distance,
                           const std::vector<std::int64_t>& rows);

// Mahalanobis' distance with the covariance of noise that the intruder knows of; the same rules.
LinkageSpace noise_space(const AssessInput& input, const Eigen::MatrixXd& noise,
                         const std::vector<std::int64_t>& rows);

}  // namespace lethe::attack
