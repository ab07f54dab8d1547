// Noise that an intruder or an analyst knows of: from parameters or from the release record.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/noise_moments.h"
#include "lethe/method/method.h"

namespace lethe {

enum class NoiseType { uncorrelated, correlated, covariance_preserving };

struct NoiseParams {
    std::optional<double> p;
    std::map<std::string, double> p_by_column;
    NoiseType type = NoiseType::uncorrelated;
};

const std::vector<std::pair<std::string, NoiseType>>& noise_types();

// A schema of parameters derived from NoiseParams, with these.
template <class P>
Schema<P> with_noise_params(const Schema<P>& schema) {
    constexpr std::optional<double> P::*kP = &P::p;
    constexpr std::map<std::string, double> P::*kByColumn = &P::p_by_column;
    constexpr NoiseType P::*kType = &P::type;
    return schema
        .field("p", kP,
               "deviation of the noise, in percent of the column's deviation; none: from the "
               "release record",
               at_least(0))
        .field("p_by_column", kByColumn, "another p for some columns: column name and percent",
               at_least(0))
        .choice("type", kType, "of the noise, where no record says it", noise_types());
}

// Noise as it was added, step by step. A step that restored the covariances afterwards stands
// apart.
struct KnownNoise {
    std::vector<NoiseModel> added;
    std::vector<NoiseModel> restored;
    std::vector<std::string> warnings;
};

// On the columns of the input: as given, or else from the record. Error(usage) where neither tells,
// or the record has no noise step on these columns; Error(input) for a record that cannot be read.
KnownNoise known_noise(const AssessInput& input, const NoiseParams& params);

}  // namespace lethe
