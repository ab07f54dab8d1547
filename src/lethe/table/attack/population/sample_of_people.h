// What share of a population a release is: by its size, by a sampling fraction, or by weights.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::attack {

// The parameters that several measures have.
struct SampleParams {
    std::optional<std::int64_t> population;
    std::optional<double> fraction;
    std::string weights;
};
Schema<SampleParams> sample_schema();

// How many people each record stands for: Error(usage) where `name` is no numeric column of the
// masked table, Error(input) with rows for weights that are missing or not above 0. Warns of
// weights below 1.
std::vector<double> weights_of(const AssessInput& input, const std::string& name,
                               std::vector<std::string>& warnings);

// Whether a column of the survey is not among those that the intruder knows: the owner lent it for
// this measure (release/tables/survey_design.h), and it is not released.
bool is_lent(const AssessInput& input, const std::string& column);
// Figures that follow from columns which are lent describe the original.
void keep_for_owner(Measurement& result, std::initializer_list<const char*> names);
// Warns where the release shows a column that the measure takes for what no intruder knows.
void warn_of_shown(const AssessInput& input, const std::string& column,
                   std::vector<std::string>& warnings);

// How many people each released record stands for where the release comes from so many. Rows that
// were dropped by what they hold (method/recorded_steps.h) leave the others as they were; the
// details say so in "sample", and a warning where it is not known whether they were.
double people_by_record(const AssessInput& input, std::int64_t population, Measurement& result);

struct SampledPeople {
    double population = 0;        // people whom the released records stand for
    double fraction = 1;          // records by these people
    std::vector<double> weights;  // by record; empty: all alike
};

// Error(usage) unless exactly one of the three is given, or the population is smaller than the
// release. Takes the weights out of the columns that the intruder knows.
SampledPeople sampled_people(AssessInput& input, const SampleParams& params, Measurement& result);

// The share of the population that was sampled, where `fraction` of it is in the release: larger
// where rows were dropped by what they hold.
double sampled_share(const AssessInput& input, double fraction, Measurement& result);

}  // namespace lethe::attack
