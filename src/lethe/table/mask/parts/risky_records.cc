#include "lethe/table/mask/parts/risky_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/algo/population/suda.h"
#include "lethe/algo/population/survey_weights.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"

namespace lethe::mask {
namespace {

std::vector<double> individual_risks_of(const Context& context, const Table& table,
                                        std::span<const std::string> keys,
                                        const RiskParams& params) {
    const std::vector<std::int64_t> counts = matching_rows(context, table, keys);
    std::vector<double> people;
    if (!params.weights.empty()) {
        const auto weights = table.column(params.weights).numbers();
        people = matching_weights(context, table, keys, weights, MissingMatches::any);
    } else {
        const double each = params.population ? static_cast<double>(*params.population) /
                                                    static_cast<double>(table.rows())
                                              : 1;
        for (const std::int64_t count : counts) {
            people.push_back(static_cast<double>(count) * std::max(1.0, each));
        }
    }
    std::vector<double> risks;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        risks.push_back(individual_risk(counts[row], people[row]));
    }
    return risks;
}

}  // namespace

Schema<RiskParams> risk_schema() {
    Range share = between(0, 1);
    share.least_excluded = true;
    return Schema<RiskParams>()
        .choice("measure", &RiskParams::measure,
                "of risky-records and risky-cells: the individual risk, or the score or the "
                "probability (DIS-SUDA) of special uniques",
                {{"individual", RiskMeasure::individual},
                 {"suda-score", RiskMeasure::suda},
                 {"dis-suda", RiskMeasure::dis_suda}})
        .field("above", &RiskParams::above, "the risk above which a record is risky", at_least(0))
        .field("keys", &RiskParams::keys,
               "columns by which the risk is counted; none: those of the step")
        .field("weights", &RiskParams::weights,
               "of the individual risk: a numeric column, how many people each record stands for; "
               "of dis-suda the fraction follows from it")
        .field("population", &RiskParams::population,
               "of the individual risk, in place of weights: how many people the data were drawn "
               "from",
               at_least(1))
        .field("most", &RiskParams::most,
               "of suda-score and dis-suda: columns of the largest combinations", at_least(1))
        .field("fraction", &RiskParams::fraction,
               "of dis-suda: the share of the population that is in the data", share);
}

void check_risk(const Table& table, const RiskParams& params, const Place& place,
                Problems& problems) {
    const auto at_key = [&](const char* key) {
        Place there = place;
        there.parameter = key;
        return there;
    };
    for (const std::string& name : params.keys) {
        if (table.find(name) == nullptr) {
            problems.push_back({fmt::format("there is no column \"{}\"", name), at_key("keys")});
        }
    }
    if (params.weights.empty()) return;
    const Column* weights = table.find(params.weights);
    if (weights == nullptr || !weights->is_numeric()) {
        problems.push_back(
            {fmt::format("\"{}\" is not a numeric column", params.weights), at_key("weights")});
        return;
    }
    const WeightFaults faults = weight_faults(*weights);
    if (faults.unusable > 0) {
        problems.push_back({unusable_weights(*weights, faults), at_key("weights")});
    }
}

std::vector<std::int64_t> risky_rows(const Context& context, const Table& table,
                                     std::span<const std::string> keys, const RiskParams& params) {
    std::vector<double> risks;
    if (params.measure == RiskMeasure::individual) {
        risks = individual_risks_of(context, table, keys, params);
    } else {
        const double fraction = params.weights.empty()
                                    ? params.fraction
                                    : sampled_fraction(table.column(params.weights));
        SudaRisk suda =
            suda_risk(context, table, keys, {.most = at(params.most), .fraction = fraction});
        risks = std::move(params.measure == RiskMeasure::suda ? suda.score : suda.dis);
    }
    // A class of 5 has a risk of 0.2 and not one above it.
    const double limit = params.above * (1 + 1e-12);
    std::vector<std::int64_t> rows;
    for (std::size_t row = 0; row < risks.size(); ++row) {
        if (risks[row] > limit) rows.push_back(static_cast<std::int64_t>(row));
    }
    return rows;
}

}  // namespace lethe::mask
