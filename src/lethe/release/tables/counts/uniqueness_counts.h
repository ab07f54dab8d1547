// The share of a population that is unique in it, estimated from the sizes of the classes of a
// written table. Shares no code with the estimators of the search, and solves the same equations in
// another way: sums term by term in place of special functions, bisection in place of Newton.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lethe/core/json.h"
#include "lethe/release/tables/counts/written_classes.h"

namespace lethe::release {

using WrittenSizes = std::map<double, double>;  // size of a class, and how many have it

// People of the population who are unique in it: zayatz, pitman, snb, dankar. 0 where the file has
// no unique row; nothing where the estimator has no solution.
std::optional<double> estimated_uniques(const std::string& estimator, const WrittenSizes& sizes,
                                        double population);

bool is_of_uniqueness(const WrittenModel& model);

// Holds where the share is above 0 and at most what is asked, or there is no unique row.
Json count_uniqueness(const ModelCounting& counting, const WrittenModel& model);

}  // namespace lethe::release
