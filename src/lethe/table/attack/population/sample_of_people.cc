#include "lethe/table/attack/population/sample_of_people.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lethe/algo/population/survey_weights.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/method/recorded_steps.h"

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
    const WeightFaults faults = weight_faults(*column);
    if (faults.unusable > 0) {
        throw Error(ErrorKind::input, unusable_weights(*column, faults), place);
    }
    if (faults.below_one > 0) warnings.push_back(small_weights(*column, faults));
    return {column->numbers().begin(), column->numbers().end()};
}

bool is_lent(const AssessInput& input, const std::string& column) {
    return !column.empty() &&
           std::find(input.columns.begin(), input.columns.end(), column) == input.columns.end();
}

void keep_for_owner(Measurement& result, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (!result.details.contains(name)) continue;
        result.about_original[name] = std::move(result.details[name]);
        result.details.erase(name);
    }
}

void warn_of_shown(const AssessInput& input, const std::string& column,
                   std::vector<std::string>& warnings) {
    if (column.empty() || is_lent(input, column)) return;
    warnings.push_back(
        fmt::format("column \"{}\" is taken for what no intruder knows, although the release shows "
                    "it: such a column may identify, and is not released beside figures of risk",
                    column));
}

namespace {

// Rows of the sample, at least those of the release.
double told_rows_drawn(const AssessInput& input, Measurement& result) {
    const DrawnRows drawn = drawn_rows(input);
    const auto released = static_cast<double>(input.masked.rows());
    if (drawn.rows > released) {
        result.details["sample"] = {{"records", std::llround(drawn.rows)}, {"known", drawn.known}};
    }
    if (!drawn.known) {
        result.warnings.push_back(
            fmt::format("the original has {} records, the release {}, and no record of the release "
                        "says that the others were left out at random: they are taken for dropped "
                        "because of their values, which gives the larger risk",
                        input.original.rows(), input.masked.rows()));
    }
    return std::max(1.0, std::max(released, drawn.rows));
}

}  // namespace

double people_by_record(const AssessInput& input, std::int64_t population, Measurement& result) {
    return std::max(1.0, static_cast<double>(population) / told_rows_drawn(input, result));
}

double sampled_share(const AssessInput& input, double fraction, Measurement& result) {
    const auto released = std::max(1.0, static_cast<double>(input.masked.rows()));
    return std::min(1.0, fraction * told_rows_drawn(input, result) / released);
}

SampledPeople sampled_people(AssessInput& input, const SampleParams& params, Measurement& result) {
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
        sample.weights = weights_of(input, params.weights, result.warnings);
        warn_of_shown(input, params.weights, result.warnings);
        std::erase(input.columns, params.weights);
        sample.population = std::max(rows, exact_sum(sample.weights));
    } else if (params.fraction) {
        sample.population = rows / sampled_share(input, *params.fraction, result);
    } else if (*params.population >= input.masked.rows()) {
        const auto people = static_cast<double>(*params.population);
        sample.population = std::max(rows, people * rows / told_rows_drawn(input, result));
    } else {
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
