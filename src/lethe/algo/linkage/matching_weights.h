// How many units of a population the records like each record stand for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"
#include "lethe/data/table.h"

namespace lethe {

enum class MissingMatches {
    own,  // a missing value equals missing values alone
    any,  // it agrees with every value
};

constexpr double kLargestWeight = 1e9;

// For each row the sum of the weights of the rows that agree with it on the columns, itself
// included. 0 < weight <= kLargestWeight. Sums are exact to 2^-60 a row and do not depend on the
// order of the rows. Linear for `own`; for `any` one look-up for each different row and each
// pattern of missing values. At most 64 of the columns may have missing values (any).
std::vector<double> matching_weights(const Context& context, const Table& table,
                                     std::span<const std::string> columns,
                                     std::span<const double> weights, MissingMatches missing);
// The same for classes that are known already: the sum of each class.
std::vector<double> class_weights(const Groups& groups, std::span<const double> weights);

}  // namespace lethe
