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

struct SampledPeople {
    double population = 0;        // people
    double fraction = 1;          // records by people
    std::vector<double> weights;  // by record; empty: all alike
};

// Error(usage) unless exactly one of the three is given, or the population is smaller than the
// release. Takes the weights out of the columns that the intruder knows.
SampledPeople sampled_people(AssessInput& input, const SampleParams& params,
                             std::vector<std::string>& warnings);

}  // namespace lethe::attack
