#include "lethe/table/attack/population/sample_of_people.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"

namespace lethe::attack {

Schema<SampleParams> sample_schema() {
    Range share = between(0, 1);
    share.least_excluded = true;
    return Schema<SampleParams>()
        .field("population", &SampleParams::population,
               "how many people the release was drawn from", at_least(1))
        .field("fraction", &SampleParams::fraction,
               "the share of the population that is in the release, in place of its size", share)
        .field("weights", &SampleParams::weights,
               "a numeric column: how many people of the population each record stands for. It is "
               "not a column that the intruder knows");
}

std::vector<double> weights_of(const AssessInput& input, const std::string& name,
                               std::vector<std::string>& warnings) {
    const Place place{{}, 0, 0, "weights"};
    const Column* column = input.masked.find(name);
    if (column == nullptr || !column->is_numeric()) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is not a numeric column of those that are used", name),
                    place);
    }
    std::vector<std::int64_t> wrong;
    bool below_one = false;
    for (std::int64_t row = 0; row < column->size(); ++row) {
        const double weight = column->numbers()[at(row)];
        const bool usable = column->valid(row) && weight > 0 && weight <= kLargestWeight;
        if (!usable && wrong.size() < 5) wrong.push_back(row + 1);
        below_one |= weight < 1;
    }
    if (!wrong.empty()) {
        throw Error(ErrorKind::input,
                    fmt::format("column \"{}\": a weight must be above 0 and at most 1000000000; "
                                "it is not in row {}",
                                name, fmt::join(wrong, ", ")),
                    place);
    }
    if (below_one) {
        warnings.push_back("some weights are below 1: such a record stands for less than itself");
    }
    return {column->numbers().begin(), column->numbers().end()};
}

SampledPeople sampled_people(AssessInput& input, const SampleParams& params,
                             std::vector<std::string>& warnings) {
    const int given =
        (params.population ? 1 : 0) + (params.fraction ? 1 : 0) + (params.weights.empty() ? 0 : 1);
    const Place place{{}, 0, 0, "population"};
    if (given != 1) {
        throw Error(ErrorKind::usage,
                    "give one of population, fraction and weights: what is unique among the people "
                    "follows from how many they are",
                    place);
    }
    SampledPeople sample;
    const auto rows = static_cast<double>(input.masked.rows());
    if (!params.weights.empty()) {
        sample.weights = weights_of(input, params.weights, warnings);
        std::erase(input.columns, params.weights);
        sample.population = std::max(rows, exact_sum(sample.weights));
    } else {
        sample.population =
            params.population ? static_cast<double>(*params.population) : rows / *params.fraction;
    }
    if (sample.population < rows) {
        throw Error(ErrorKind::usage,
                    fmt::format("the release has {} records, more than the population",
                                input.masked.rows()),
                    place);
    }
    if (input.columns.empty()) {
        throw Error(ErrorKind::usage, "needs a column beside the weights", {{}, 0, 0, "weights"});
    }
    sample.fraction = sample.population > 0 ? rows / sample.population : 1;
    return sample;
}

}  // namespace lethe::attack
