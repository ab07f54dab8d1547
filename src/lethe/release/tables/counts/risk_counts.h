// The risk of records counted in a written table, by its definitions, text by text. Shares no code
// with the step that suppressed what was above its limit, nor with its estimators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::release {

struct RiskClaim {
    std::string measure;  // individual, household, log-linear, suda-score, dis-suda
    std::vector<std::string> keys;
    std::optional<double> above;                  // no record's risk is more
    std::optional<double> rate;                   // or their mean is not more
    std::string weights;                          // a column; empty: each record stands for
    double people_by_record = 1;                  //   so many people
    std::string household;                        // a column
    std::vector<std::vector<std::string>> model;  // log-linear: terms
    std::int64_t most = 3;                        // suda: columns of a combination
    double fraction = 0.01;                       //
};

// What a step that suppressed records at risk says of it in a record; nothing for other steps.
std::optional<RiskClaim> risk_claim(const Json& step);

// One item, as count_models has them: "model" (in words), "sensitive" (none), "asked", "counted"
// and "holds"; null where it is not counted, and then "reason" in words. `beside`: columns of the
// original, row by row, that the table lacks: weights and households are not released. With them
// "counted" is left out where it would tell what they hold: it describes the original.
Json count_risk(const Context& context, const Table& table, const Table& beside,
                const RiskClaim& claim);

// E(1/F | f) of a population count F that is negative binomial with f successes of probability
// f / population: the integral of u^(f - 1) p / (p + (1 - p) u) over u from 0 to 1.
double counted_individual_risk(std::int64_t f, double population);

}  // namespace lethe::release
