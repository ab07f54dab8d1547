// Log-linear risk: right matches among the records that are alone in a sample.
#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/log_linear_risk.h"
#include "lethe/algo/population/record_matches.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/population/sample_of_people.h"

namespace lethe::attack {
namespace {

constexpr std::initializer_list<const char*> kWeightedFigures = {"population_uniques", "matches",
                                                                 "path"};

struct LogLinearParams {
    SampleParams sample;
    std::vector<std::vector<std::string>> terms;
    std::int64_t largest_term = 3;
    std::vector<std::string> strata;
};

Schema<LogLinearParams> log_linear_schema() {
    return Schema<LogLinearParams>()
        .include(&LogLinearParams::sample, sample_schema())
        .field("terms", &LogLinearParams::terms,
               "groups of columns that the model knows together, beside each column alone; none: "
               "they are chosen")
        .field("largest_term", &LogLinearParams::largest_term,
               "how many columns a term may have that is chosen", between(1, 5))
        .field("strata", &LogLinearParams::strata,
               "columns that say which stratum of the sample a record was drawn from, where the "
               "intruder does not know it: with weights, all records of a stratum have its "
               "sampling fraction in place of their own");
}

// The sampling fraction of each record: its stratum's, records by people, or its own.
void use_strata(const AssessInput& input, const LogLinearParams& params, SampledPeople& sample) {
    if (params.strata.empty()) return;
    for (const std::string& name : params.strata) {
        if (input.masked.find(name) != nullptr) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is not a column of those that are used", name),
                    {{}, 0, 0, "strata"});
    }
    if (sample.weights.empty()) {
        throw Error(ErrorKind::usage,
                    "strata need weights: how many people a stratum has follows from them",
                    {{}, 0, 0, "strata"});
    }
    const Groups strata = group_rows(input.context, input.masked, params.strata);
    const std::vector<double> people = class_weights(strata, sample.weights);
    for (std::size_t row = 0; row < sample.weights.size(); ++row) {
        const auto own = at(strata.class_of[row]);
        sample.weights[row] = people[own] / static_cast<double>(strata.sizes[own]);
    }
}

// The release as cells, and which part of the population is in each. No cells: there are too many
// for a model.
struct SampledCells {
    CrossTable table;
    std::vector<double> fractions;
};

SampledCells sampled_cells(const AssessInput& input, const SampledPeople& sample) {
    std::vector<std::int32_t> levels;
    std::vector<std::vector<std::int32_t>> codes;
    for (const std::string& name : input.columns) {
        Groups groups = group_rows(input.context, input.masked, std::span(&name, 1));
        levels.push_back(std::max(1, static_cast<std::int32_t>(groups.sizes.size())));
        codes.push_back(std::move(groups.class_of));
    }
    SampledCells cells;
    cells.fractions = {sample.fraction};
    if (cross_table_cells(levels) > kMostModelCells) return cells;
    cells.table = cross_table(levels, codes);
    if (sample.weights.empty()) return cells;
    // The mean of 1/weight in the cell; where there is no record, that of all.
    cells.fractions.assign(cells.table.cells(), 0);
    for (std::size_t row = 0; row < sample.weights.size(); ++row) {
        std::size_t cell = 0;
        for (std::size_t v = 0; v < codes.size(); ++v) {
            cell = cell * at(levels[v]) + at(codes[v][row]);
        }
        cells.fractions[cell] += std::min(1.0, 1 / sample.weights[row]) / cells.table.counts[cell];
    }
    for (double& fraction : cells.fractions) {
        if (fraction == 0) fraction = sample.fraction;
        fraction = std::min(fraction, 1.0);
    }
    return cells;
}

// Independence needs the cells that hold records alone: the product of the shares of their values.
// What the bias is cannot be told without the others.
LogLinearRisk risk_of_independence(const AssessInput& input, const SampledPeople& sample) {
    const Groups whole = group_rows(input.context, input.masked, input.columns);
    const auto rows = static_cast<double>(input.masked.rows());
    CrossTable held{{}, std::vector<double>(whole.sizes.begin(), whole.sizes.end())};
    std::vector<double> expected(held.cells(), rows);
    std::vector<double> fractions(held.cells(), sample.weights.empty() ? sample.fraction : 0);
    std::vector<std::size_t> first(held.cells(), 0);
    for (std::size_t row = whole.class_of.size(); row-- > 0;) {
        const std::size_t own = at(whole.class_of[row]);
        first[own] = row;
        if (sample.weights.empty()) continue;
        fractions[own] += std::min(1.0, 1 / sample.weights[row]) / held.counts[own];
    }
    for (const std::string& name : input.columns) {
        const Groups groups = group_rows(input.context, input.masked, std::span(&name, 1));
        for (std::size_t own = 0; own < held.cells(); ++own) {
            const std::int64_t like = groups.sizes[at(groups.class_of[first[own]])];
            expected[own] *= static_cast<double>(like) / rows;
        }
    }
    for (double& fraction : fractions) fraction = std::min(fraction, 1.0);
    return log_linear_risk(held, expected, fractions);
}

LogLinearModel given_model(const AssessInput& input, const LogLinearParams& params) {
    LogLinearModel model = LogLinearModel::independence(input.columns.size());
    for (const std::vector<std::string>& names : params.terms) {
        Term term;
        for (const std::string& name : names) {
            const auto found = std::find(input.columns.begin(), input.columns.end(), name);
            if (found == input.columns.end()) {
                throw Error(ErrorKind::usage,
                            fmt::format("\"{}\" is not one of the columns that are used", name),
                            {{}, 0, 0, "terms"});
            }
            term.push_back(static_cast<std::size_t>(found - input.columns.begin()));
        }
        std::sort(term.begin(), term.end());
        term.erase(std::unique(term.begin(), term.end()), term.end());
        if (!term.empty()) model = model.with(term);
    }
    return model;
}

ChosenModel models_of(const AssessInput& input, const SampledCells& cells,
                      const LogLinearParams& params, std::vector<std::string>& warnings) {
    if (params.terms.empty()) {
        ChosenModel chosen = choose_log_linear(input.context, cells.table, cells.fractions,
                                               static_cast<std::size_t>(params.largest_term));
        if (chosen.path[chosen.chosen].risk.worse_z() >= kTrustedZ) {
            warnings.push_back(
                "no model passes the test of its bias: the one that is least wrong was taken");
        }
        return chosen;
    }
    const LogLinearModel model = given_model(input, params);
    LogLinearFit fit = fit_log_linear(input.context, cells.table, model);
    const LogLinearRisk risk = log_linear_risk(cells.table, fit.expected, cells.fractions);
    if (risk.worse_z() >= kTrustedZ) {
        warnings.push_back(risk.matches.z < 0 || risk.population_uniques.z < 0
                               ? "the model has too many terms: the risk is understated"
                               : "the model lacks terms: the risk is overstated");
    }
    return {{{model, fit.deviance, fit.freedom, risk}}, 0, std::move(fit.expected)};
}

Json terms_json(const LogLinearModel& model, const std::vector<std::string>& columns) {
    Json terms = Json::array();
    for (const Term& term : model.terms()) {
        Json names = Json::array();
        for (const std::size_t v : term) names.push_back(columns[v]);
        terms.push_back(std::move(names));
    }
    return terms;
}

Json global_json(const GlobalRisk& risk, double uniques, double largest) {
    return {{"expected", risk.sum},
            {"interval", risk.interval},
            {"share_of_uniques", uniques > 0 ? risk.sum / uniques : 0},
            {"maximum", largest},
            {"bias", risk.bias},
            {"z", risk.z}};
}

Json sum_json(double sum, double uniques, double largest) {
    return {{"expected", sum},
            {"interval", nullptr},
            {"share_of_uniques", uniques > 0 ? sum / uniques : 0},
            {"maximum", largest},
            {"bias", nullptr},
            {"z", nullptr}};
}

// Where the columns have too many combinations of values for a model with terms.
Measurement assess_without_terms(const AssessInput& input, const SampledPeople& sample,
                                 const LogLinearParams& params, Measurement result) {
    if (!params.terms.empty()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("the columns have more combinations of values than {:.0f}: a model "
                                "with terms cannot be fitted; recode columns, or leave some out",
                                kMostModelCells),
                    {{}, 0, 0, "terms"});
    }
    const LogLinearRisk risk = risk_of_independence(input, sample);
    result.value = percent(risk.matches.sum, static_cast<double>(input.masked.rows()));
    result.warnings.push_back(
        fmt::format("the columns have more combinations of values than {:.0f}: they are taken to "
                    "be independent, which mostly overstates the risk; its bias and its interval "
                    "are not known",
                    kMostModelCells));
    result.details["sample_uniques"] = risk.sample_uniques;
    result.details["population_uniques"] =
        sum_json(risk.population_uniques.sum, risk.sample_uniques, risk.largest_chance);
    result.details["matches"] = sum_json(risk.matches.sum, risk.sample_uniques, risk.largest_match);
    result.details["model"] =
        terms_json(LogLinearModel::independence(input.columns.size()), input.columns);
    result.details["records"] = input.masked.rows();
    return result;
}

Measurement assess_log_linear(const AssessInput& given, const LogLinearParams& params) {
    check_tables(given);
    AssessInput input = given;
    Measurement result;
    SampledPeople sample = sampled_people(input, params.sample, result);
    use_strata(input, params, sample);
    const SampledCells cells = sampled_cells(input, sample);
    if (cells.table.cells() == 0) {
        result = assess_without_terms(input, sample, params, std::move(result));
        if (is_lent(given, params.sample.weights)) keep_for_owner(result, kWeightedFigures);
        return result;
    }
    const ChosenModel models = models_of(input, cells, params, result.warnings);
    const TriedModel& best = models.path[models.chosen];
    const LogLinearRisk& risk = best.risk;
    const auto rows = static_cast<double>(input.masked.rows());
    result.value = percent(risk.matches.sum, rows);
    result.interval = {percent(risk.matches.interval[0], rows),
                       percent(risk.matches.interval[1], rows)};
    result.details["sample_uniques"] = risk.sample_uniques;
    result.details["population_uniques"] =
        global_json(risk.population_uniques, risk.sample_uniques, risk.largest_chance);
    result.details["matches"] = global_json(risk.matches, risk.sample_uniques, risk.largest_match);
    result.details["model"] = terms_json(best.model, input.columns);
    result.details["deviance"] = best.deviance;
    result.details["freedom"] = best.freedom;
    result.details["cells"] = cells.table.cells();
    result.details["records"] = input.masked.rows();
    Json path = Json::array();
    for (const TriedModel& one : models.path) {
        path.push_back({{"model", terms_json(one.model, input.columns)},
                        {"population_uniques", one.risk.population_uniques.sum},
                        {"matches", one.risk.matches.sum},
                        {"z", {one.risk.population_uniques.z, one.risk.matches.z}}});
    }
    result.details["path"] = std::move(path);
    if (is_lent(given, params.sample.weights)) keep_for_owner(result, kWeightedFigures);
    return result;
}

std::string read_log_linear(const Json& attack, double value, std::optional<std::int64_t>) {
    const Json& details = figures::field(attack, "details");
    const Json& matches = figures::field(details, "matches");
    const auto uniques = figures::count(details, "sample_uniques");
    const auto expected = figures::number(matches, "expected");
    const auto largest = figures::number(matches, "maximum");
    if (!uniques || !expected) {
        return fmt::format("An estimated {} of the records are rightly matched.",
                           figures::percent_text(value));
    }
    std::string reading = fmt::format(
        "Of {} records that are alone in the release, an estimated {} are matched rightly.",
        figures::count_text(*uniques), figures::found_text(*expected));
    if (largest) {
        reading += fmt::format(" Of the worst of them the chance is {}.",
                               figures::percent_text(100 * *largest));
    }
    return reading;
}

}  // namespace

Method log_linear_matches() {
    return make_attack(
        MethodInfo{
            .name = "log-linear-risk",
            .title = "Log-linear risk",
            .summary = "Right matches among the sample's unique records, by a log-linear model.",
            .description =
                "Counts of the combinations of all columns are taken to be Poisson with means that "
                "a hierarchical log-linear model gives, fitted by iterative proportional fitting; "
                "so the mean of a cell is learnt from its neighbours and not from its one record. "
                "For a record that is alone in a sample of the fraction pi, with the mean u of its "
                "cell, the others of the population are Poisson with mean v = (1 - pi) u / pi: it "
                "is alone among the people with the chance e^-v, and a match is right with (1 - "
                "e^-v) / v. `population_uniques` and `matches` are the sums over the sample's "
                "unique records (tau 1 and tau 2 of Skinner and Shlomo), with the `maximum` of a "
                "single record beside them. The value is `matches` as a percentage of the "
                "records. With weights the fraction of a cell is the mean of 1 / weight; with "
                "strata that "
                "the intruder does not know, of the fractions of its records' strata.\n\n"
                "The model decides. One with too few terms overstates the risk, one with too many "
                "follows the sample and understates it. `z` is the estimated bias by its standard "
                "error: above 2 terms are lacking, below -2 there are too many. Without `terms` "
                "the model is chosen forward from independence: of the terms of two columns, then "
                "of three, always the one that brings the worse of both z nearest to 0, up to the "
                "first model where both are within 2; `path` shows all, so that it can be seen how "
                "much the choice matters. Columns with more than four million combinations of "
                "values are "
                "taken to be independent, without an interval. The interval (95 %) takes the terms "
                "for right; it counts "
                "the population and the estimated bias, and held the truth in 92 to 100 of 100 "
                "simulated samples. On the Adult file all terms of two columns understate the "
                "matches by a sixth, although their z is within 2: prefer the model with fewest "
                "terms that passes. Missing is a value of its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"skinner2008assessing", "elamir2006record", "hundepool2012statistical"},
            .example = {{"fraction", 0.1}},
            .in_words = "It estimates how many of the people who are alone in the release would be "
                        "matched rightly by somebody who has the whole population. A statistical "
                        "model stands behind the figure.",
            .scale = Scale::unique,
            .reading = read_log_linear,
            .details = {{"sample_uniques", "records that are alone in the release"}}},
        log_linear_schema(), assess_log_linear);
}

}  // namespace lethe::attack
