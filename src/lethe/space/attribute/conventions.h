// How values of a column are compared, where the field has several ways: each is an option with a
// name, and what compares values says which one it follows.
//
//   nodes of a graph (graph/attributes)           steps_over_last   own_value   share_of_range
//   records of meaning (space/tuple_space)        steps_over_count  own_value   share_of_range
//   records of categories (space/categories)      steps_over_count  middle      share_of_range
//   records of numbers (space/numeric)            -                 centre      deviations
//   losses of categories of tables (DBIL, ...)    steps_over_count  own_value   -
//
// Tests hold the spaces, which have pools of their own, to the attribute under the same options.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lethe {

// What the steps between two ordered categories are divided by.
enum class OrdinalScale {
    steps_over_last,   // categories - 1: the first and the last are at distance 1
    steps_over_count,  // categories: no two are at distance 1, which is left to missing values
};

// How far a missing value is from others.
enum class MissingDistance {
    own_value,  // 0 from a missing value, 1 from all others
    centre,     // it stands at the column's centre: mean, lower median, most frequent category
    middle,     // the same, but a number at the middle of the range
};

// What the difference of two numbers is divided by.
enum class NumberScale {
    share_of_range,  // the range of the original column; the distance is 1 at most
    deviations,      // its standard deviation (N - 1), without an upper end
};

// The number of steps that make a distance of 1.
constexpr double whole_steps(OrdinalScale scale, std::int64_t categories) {
    const std::int64_t steps = scale == OrdinalScale::steps_over_last ? categories - 1 : categories;
    return static_cast<double>(std::max<std::int64_t>(1, steps));
}

}  // namespace lethe
