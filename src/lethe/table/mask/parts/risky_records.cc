#include "lethe/table/mask/parts/risky_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/algo/population/record_matches.h"
#include "lethe/algo/population/suda.h"
#include "lethe/algo/population/survey_weights.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"

namespace lethe::mask {
namespace {

constexpr double kSlack = 1e-12;  // a class of 5 has a risk of 0.2 and not one above it

std::string_view name_of(RiskMeasure measure) {
    switch (measure) {
        case RiskMeasure::individual:
            return "individual";
        case RiskMeasure::household:
            return "household";
        case RiskMeasure::log_linear:
            return "log-linear";
        case RiskMeasure::suda:
            return "suda-score";
        default:
            return "dis-suda";
    }
}

bool is_suda(RiskMeasure measure) {
    return measure == RiskMeasure::suda || measure == RiskMeasure::dis_suda;
}

// Who has no number is a household of its own.
std::vector<std::int32_t> household_numbers(const Context& context, const Table& table,
                                            const std::string& name) {
    Groups groups = group_rows(context, table, std::span(&name, 1));
    const Column& column = table.column(name);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) groups.class_of[at(row)] = -1;
    }
    return std::move(groups.class_of);
}

LogLinearModel model_of(const std::vector<std::vector<std::string>>& terms,
                        const std::vector<std::string>& keys) {
    LogLinearModel model = LogLinearModel::independence(keys.size());
    for (const std::vector<std::string>& names : terms) {
        Term term;
        for (const std::string& name : names) {
            const auto found = std::find(keys.begin(), keys.end(), name);
            if (found == keys.end()) {
                throw Error(ErrorKind::usage, fmt::format("\"{}\" is not one of the keys", name),
                            {{}, 0, 0, "terms"});
            }
            term.push_back(static_cast<std::size_t>(found - keys.begin()));
        }
        std::sort(term.begin(), term.end());
        term.erase(std::unique(term.begin(), term.end()), term.end());
        if (!term.empty()) model = model.with(term);
    }
    return model;
}

}  // namespace

Schema<RiskParams> risk_schema() {
    Range share = between(0, 1);
    share.least_excluded = true;
    return Schema<RiskParams>()
        .choice("measure", &RiskParams::measure,
                "of risky-records and risky-cells: the individual risk, the risk that somebody of "
                "the household is found, the chance of a right match by a log-linear model, or the "
                "score or the probability (DIS-SUDA) of special uniques",
                {{"individual", RiskMeasure::individual},
                 {"household", RiskMeasure::household},
                 {"log-linear", RiskMeasure::log_linear},
                 {"suda-score", RiskMeasure::suda},
                 {"dis-suda", RiskMeasure::dis_suda}})
        .field("above", &RiskParams::above, "the risk above which a record is risky", at_least(0))
        .field("rate", &RiskParams::rate,
               "in place of `above`, of measures that are risks of records: the share of "
               "re-identified records that is acceptable. The risk above which a record is risky "
               "follows from it",
               share)
        .field("keys", &RiskParams::keys,
               "columns by which the risk is counted; none: those of the step")
        .field("weights", &RiskParams::weights,
               "a numeric column, how many people each record stands for; of dis-suda the fraction "
               "follows from it")
        .field("population", &RiskParams::population,
               "in place of weights: how many people the data were drawn from", at_least(1))
        .field("household", &RiskParams::household,
               "of the risk of households: a column that is the same for the members of one and "
               "for nobody else")
        .field("terms", &RiskParams::terms,
               "of log-linear: groups of keys that the model knows together, beside each key "
               "alone; none: they are chosen")
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
    if (params.rate && is_suda(params.measure)) {
        problems.push_back(
            {"a rate is wanted of risks, and scores of special uniques are none", at_key("rate")});
    }
    if (params.measure == RiskMeasure::household) {
        if (params.household.empty()) {
            problems.push_back({"the risk of households needs a column of them: give `household`",
                                at_key("household")});
        } else if (table.find(params.household) == nullptr) {
            problems.push_back(
                {fmt::format("there is no column \"{}\"", params.household), at_key("household")});
        }
    }
    if (params.measure == RiskMeasure::log_linear && params.weights.empty() && !params.population) {
        problems.push_back(
            {"a log-linear model is one of a population: give `weights` or `population`",
             at_key("population")});
    }
    if (!params.weights.empty() && params.population) {
        problems.push_back({"give the population or the weights, not both", at_key("population")});
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

RiskyRecords::RiskyRecords(const RiskParams& params, std::vector<std::string> keys, double drawn)
    : params_(params), keys_(std::move(keys)), drawn_(drawn) {}

double RiskyRecords::people_by_record() const {
    if (!params_.population || drawn_ <= 0) return 1;
    return std::max(1.0, static_cast<double>(*params_.population) / drawn_);
}

std::vector<double> RiskyRecords::individual(const Context& context, const Table& table) const {
    const std::vector<std::int64_t> counts = matching_rows(context, table, keys_);
    std::vector<double> people;
    if (!params_.weights.empty()) {
        const auto weights = table.column(params_.weights).numbers();
        people = matching_weights(context, table, keys_, weights, MissingMatches::any);
    } else {
        const double each = people_by_record();
        for (const std::int64_t count : counts) {
            people.push_back(static_cast<double>(count) * each);
        }
    }
    std::vector<double> risks;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        risks.push_back(individual_risk(counts[row], people[row]));
    }
    return risks;
}

std::vector<double> RiskyRecords::matches(const Context& context, const Table& table) {
    std::vector<std::int32_t> levels;
    std::vector<std::vector<std::int32_t>> codes;
    for (const std::string& name : keys_) {
        Groups groups = group_rows(context, table, std::span(&name, 1));
        levels.push_back(std::max(1, static_cast<std::int32_t>(groups.sizes.size())));
        codes.push_back(std::move(groups.class_of));
    }
    std::vector<double> fractions;
    if (params_.weights.empty()) {
        fractions = {1 / people_by_record()};
    } else {
        for (const double weight : table.column(params_.weights).numbers()) {
            fractions.push_back(std::min(1.0, 1 / weight));
        }
    }
    std::optional<LogLinearModel> given;
    if (!params_.terms.empty()) given = model_of(params_.terms, keys_);
    constexpr std::size_t kLargestTerm = 3;
    RecordMatches found = record_matches(context, levels, codes, fractions, given, kLargestTerm);
    model_ = Json::array();
    for (const Term& term : found.model.terms()) {
        Json names = Json::array();
        for (const std::size_t key : term) names.push_back(keys_[key]);
        model_.push_back(std::move(names));
    }
    return std::move(found.chances);
}

std::vector<double> RiskyRecords::risks(const Context& context, const Table& table) {
    switch (params_.measure) {
        case RiskMeasure::individual:
            return individual(context, table);
        case RiskMeasure::household:
            return household_risks(individual(context, table),
                                   household_numbers(context, table, params_.household));
        case RiskMeasure::log_linear:
            return matches(context, table);
        default:
            break;
    }
    const double fraction = params_.weights.empty()
                                ? params_.fraction
                                : sampled_fraction(table.column(params_.weights));
    SudaRisk suda =
        suda_risk(context, table, keys_, {.most = at(params_.most), .fraction = fraction});
    return std::move(params_.measure == RiskMeasure::suda ? suda.score : suda.dis);
}

std::vector<std::int64_t> RiskyRecords::rows(const Context& context, const Table& table) {
    if (table.rows() == 0) return {};
    const std::vector<double> own = risks(context, table);
    double limit = params_.above;
    if (params_.rate) {
        const double wanted = *params_.rate * (1 + kSlack);
        if (exact_sum(own) / static_cast<double>(own.size()) <= wanted) return {};
        limit = risk_threshold(own, *params_.rate).value_or(*params_.rate);
        // Where rounding leaves nobody above it, the largest risk goes.
        const double largest = *std::max_element(own.begin(), own.end());
        if (largest <= limit * (1 + kSlack)) limit = largest * (1 - 4 * kSlack);
    }
    std::vector<std::int64_t> found;
    for (std::size_t row = 0; row < own.size(); ++row) {
        if (own[row] > limit * (1 + kSlack)) found.push_back(static_cast<std::int64_t>(row));
    }
    return found;
}

Json RiskyRecords::facts() const {
    Json facts{{"measure", name_of(params_.measure)}, {"keys", keys_}};
    if (params_.rate) {
        facts["rate"] = *params_.rate;
    } else {
        facts["above"] = params_.above;
    }
    if (is_suda(params_.measure)) {
        facts["most"] = params_.most;
        if (params_.weights.empty()) facts["fraction"] = params_.fraction;
    } else if (params_.weights.empty()) {
        facts["people_by_record"] = people_by_record();
    }
    if (!params_.weights.empty()) facts["weights"] = params_.weights;
    if (params_.measure == RiskMeasure::household) facts["household"] = params_.household;
    if (params_.measure == RiskMeasure::log_linear) facts["model"] = model_;
    return facts;
}

}  // namespace lethe::mask
