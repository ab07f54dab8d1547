#include "lethe/algo/population/survey_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

constexpr std::size_t kRowsNamed = 5;

}  // namespace

WeightFaults weight_faults(const Column& column) {
    WeightFaults faults;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const double weight = column.numbers()[at(row)];
        const bool usable = column.valid(row) && weight > 0 && weight <= kLargestWeight;
        if (!usable) {
            ++faults.unusable;
            if (faults.first_rows.size() < kRowsNamed) faults.first_rows.push_back(row + 1);
        } else if (weight < 1) {
            ++faults.below_one;
        }
    }
    return faults;
}

std::string unusable_weights(const Column& column, const WeightFaults& faults) {
    if (faults.unusable == 0) return {};
    const std::int64_t more = faults.unusable - std::ssize(faults.first_rows);
    return fmt::format(
        "column \"{}\": a weight must be above 0 and at most 1000000000; it is not in row {}{}",
        column.name(), fmt::join(faults.first_rows, ", "),
        more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string small_weights(const Column& column, const WeightFaults& faults) {
    if (faults.below_one == 0) return {};
    return fmt::format(
        "some weights of column \"{}\" are below 1: such a record stands for less than itself",
        column.name());
}

double sampled_fraction(const Column& weights) {
    if (weights.size() == 0) return 1;
    return std::min(1.0, static_cast<double>(weights.size()) / exact_sum(weights.numbers()));
}

}  // namespace lethe
