#include "lethe/method/known_noise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/method/recorded_steps.h"

namespace lethe {
namespace {

void add(KnownNoise& noise, NoiseType type, std::vector<double> share) {
    NoiseModel model{type != NoiseType::uncorrelated, std::move(share)};
    auto& list = type == NoiseType::covariance_preserving ? noise.restored : noise.added;
    list.push_back(std::move(model));
}

KnownNoise given_noise(const AssessInput& input, const NoiseParams& params) {
    Problems problems;
    for (const auto& [name, p] : params.p_by_column) {
        if (std::find(input.columns.begin(), input.columns.end(), name) == input.columns.end()) {
            problems.push_back({unknown_name("column to compare", name, input.columns),
                                {{}, 0, 0, "p_by_column"}});
        }
    }
    throw_if_any(ErrorKind::usage, std::move(problems));
    std::vector<double> share;
    for (const std::string& name : input.columns) {
        const auto own = params.p_by_column.find(name);
        share.push_back((own == params.p_by_column.end() ? params.p.value_or(0) : own->second) /
                        100);
    }
    KnownNoise noise;
    add(noise, params.type, std::move(share));
    return noise;
}

NoiseType type_of(const RecordedStep& step) {
    const Json type = step.parameters.value("type", Json("uncorrelated"));
    for (const auto& [label, value] : noise_types()) {
        if (type == label) return value;
    }
    throw Error(ErrorKind::input, "the release record cannot be read: noise of an unknown type");
}

KnownNoise recorded_noise(const AssessInput& input) {
    KnownNoise noise;
    std::vector<std::string> others;  // columns that another method masked as well
    for (const RecordedStep& step : recorded_steps(input.record)) {
        if (step.only_drops_records()) continue;
        std::vector<double> share;
        bool touches = false;
        const bool is_noise = step.effect() == Effect::noise;
        for (const std::string& name : input.columns) {
            const bool own = step.touches(name);
            touches = touches || own;
            if (own && !is_noise && std::find(others.begin(), others.end(), name) == others.end()) {
                others.push_back(name);
            }
            share.push_back(own && is_noise ? parameter_of(step, "p", name) / 100 : 0.0);
        }
        if (touches && is_noise) add(noise, type_of(step), std::move(share));
    }
    if (noise.added.empty() && noise.restored.empty()) {
        throw Error(ErrorKind::usage, "the release record has no noise step on these columns");
    }
    if (!others.empty()) {
        noise.warnings.push_back(
            fmt::format("masked by other methods as well, of which nothing is undone: {}",
                        fmt::join(others, ", ")));
    }
    return noise;
}

}  // namespace

const std::vector<std::pair<std::string, NoiseType>>& noise_types() {
    static const std::vector<std::pair<std::string, NoiseType>> all{
        {"uncorrelated", NoiseType::uncorrelated},
        {"correlated", NoiseType::correlated},
        {"covariance-preserving", NoiseType::covariance_preserving}};
    return all;
}

KnownNoise known_noise(const AssessInput& input, const NoiseParams& params) {
    check_record(input);
    if (params.p || !params.p_by_column.empty()) return given_noise(input, params);
    if (input.record.is_null()) {
        throw Error(ErrorKind::usage,
                    "how much noise was added is not known: give the release record (the option "
                    "release) or p");
    }
    return recorded_noise(input);
}

}  // namespace lethe
