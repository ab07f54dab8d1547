// Re-identification risk by class sizes: the prosecutor, who knows that a person is in the release;
// the journalist, who knows of a population it was drawn from; the marketer, who wants many people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/individual_risk.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/groups.h"
#include "lethe/method/figures.h"
#include "lethe/method/publication.h"
#include "lethe/table/attack/exact_matching.h"
#include "lethe/table/attack/population/sample_of_people.h"

namespace lethe::attack {
namespace {

struct ReidentificationRiskParams {
    std::optional<std::int64_t> population;
    std::string weights;
    std::string household;
    std::string stratum;
    MissingMatches missing = MissingMatches::own;
    std::vector<double> thresholds = {0.05, 0.09, 0.1, 0.2, 0.33, 0.5};
    std::optional<double> rate;
    bool exposure = false;
};

Schema<ReidentificationRiskParams> reidentification_risk_schema() {
    Range probability = between(0, 1);
    probability.least_excluded = true;
    return Schema<ReidentificationRiskParams>()
        .field("population", &ReidentificationRiskParams::population,
               "how many people the release was drawn from; each record then stands for equally "
               "many. None: the release is all there is",
               at_least(1))
        .field("weights", &ReidentificationRiskParams::weights,
               "a numeric column: how many people of the population each record stands for. It is "
               "not a column that the intruder knows")
        .field("household", &ReidentificationRiskParams::household,
               "a column that is the same for the members of a household and for nobody else; the "
               "risk that one of them is found is given then. It is not a column that the intruder "
               "knows")
        .field("stratum", &ReidentificationRiskParams::stratum,
               "a column of the sampling design that the intruder knows: people are alike within "
               "a stratum alone")
        .choice("missing", &ReidentificationRiskParams::missing,
                "a missing value equals other missing values only, or matches any value",
                {{"own", MissingMatches::own}, {"any", MissingMatches::any}})
        .field("thresholds", &ReidentificationRiskParams::thresholds,
               "count the records whose risk is above these probabilities", probability)
        .field("rate", &ReidentificationRiskParams::rate,
               "the share of re-identified records that is acceptable; the individual risk to "
               "which records must be brought down for it is told",
               probability)
        .field("exposure", &ReidentificationRiskParams::exposure,
               "list the probability of each record to be found, and its individual risk, in the "
               "private results");
}

// How many records of the release are like each one, and how many people of the population.
struct ClassFrequencies {
    std::vector<std::int64_t> sample;
    std::vector<double> population;
};

ClassFrequencies frequencies_of(const AssessInput& input, const ReidentificationRiskParams& params,
                                Measurement& told) {
    std::vector<double> weights;
    if (!params.weights.empty()) weights = weights_of(input, params.weights, told.warnings);
    ClassFrequencies result;
    if (params.missing == MissingMatches::any) {
        result.sample = matching_rows(input.context, input.masked, input.columns);
        if (!weights.empty()) {
            result.population = matching_weights(input.context, input.masked, input.columns,
                                                 weights, params.missing);
        }
    } else {
        const Groups groups = group_rows(input.context, input.masked, input.columns);
        const std::vector<double> of_class =
            weights.empty() ? std::vector<double>() : class_weights(groups, weights);
        for (const std::int32_t own : groups.class_of) {
            result.sample.push_back(groups.sizes[at(own)]);
            if (!weights.empty()) result.population.push_back(of_class[at(own)]);
        }
    }
    if (weights.empty()) {
        const double each =
            params.population ? people_by_record(input, *params.population, told) : 1;
        for (const std::int64_t count : result.sample) {
            result.population.push_back(static_cast<double>(count) * each);
        }
    }
    return result;
}

// Percentages of the records whose risk is above each threshold.
Json shares_above(const std::vector<double>& risks, const std::vector<double>& thresholds) {
    Json above = Json::array();
    for (const double threshold : thresholds) {
        // A class of 5 has a risk of 0.2 and not one above it.
        const double limit = threshold * (1 + 1e-12);
        const auto higher =
            std::count_if(risks.begin(), risks.end(), [&](double risk) { return risk > limit; });
        above.push_back({{"risk", threshold},
                         {"records", higher},
                         {"percent", percent(higher, std::ssize(risks))}});
    }
    return above;
}

double mean_of_terms(const std::vector<double>& terms) {
    return terms.empty() ? 0 : exact_sum(terms) / static_cast<double>(terms.size());
}

double largest_of(const std::vector<double>& terms) {
    return terms.empty() ? 0 : *std::max_element(terms.begin(), terms.end());
}

// Records far above the others: beyond the median and three robust deviations, and above a tenth.
std::int64_t outlying(std::vector<double> risks) {
    if (risks.empty()) return 0;
    const auto median_of = [](std::vector<double>& values) {
        std::sort(values.begin(), values.end());
        return quantile(values, 0.5);
    };
    const double median = median_of(risks);
    std::vector<double> away;
    for (const double risk : risks) away.push_back(std::fabs(risk - median));
    const double limit = std::max(0.1, median + 3 * 1.4826 * median_of(away));
    return std::count_if(risks.begin(), risks.end(), [&](double risk) { return risk > limit; });
}

std::vector<double> individual_risks(const Context& context, const ClassFrequencies& counts) {
    std::vector<double> risks(counts.sample.size());
    parallel_chunks(context, std::ssize(risks), [&](std::int64_t begin, std::int64_t end, auto) {
        for (std::int64_t row = begin; row < end; ++row) {
            // Rows of a class often follow each other.
            const bool again = row > begin &&
                               counts.sample[at(row)] == counts.sample[at(row - 1)] &&
                               counts.population[at(row)] == counts.population[at(row - 1)];
            risks[at(row)] =
                again ? risks[at(row - 1)]
                      : individual_risk(counts.sample[at(row)], counts.population[at(row)]);
        }
    });
    return risks;
}

Json individual_json(const std::vector<double>& risks, const ReidentificationRiskParams& params) {
    Json json{{"maximum", largest_of(risks)},
              {"expected", exact_sum(risks)},
              {"rate", mean_of_terms(risks)},
              {"above", shares_above(risks, params.thresholds)},
              {"outlying", outlying(risks)}};
    if (params.rate) {
        const std::optional<double> threshold = risk_threshold(risks, *params.rate);
        const std::optional<double> occurring = occurring_risk_threshold(risks, *params.rate);
        json["threshold"] = threshold ? Json(*threshold) : Json(nullptr);
        json["occurring_threshold"] = occurring ? Json(*occurring) : Json(nullptr);
        json["unsafe"] = threshold ? std::count_if(risks.begin(), risks.end(),
                                                   [&](double risk) { return risk > *threshold; })
                                   : 0;
    }
    return json;
}

// Households by number, in the order of the records; a record without one has its own.
std::vector<std::int32_t> households_of(const AssessInput& input, const std::string& name) {
    const Column* column = input.masked.find(name);
    if (column == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is not a column of those that are used", name),
                    {{}, 0, 0, "household"});
    }
    Groups groups = group_rows(input.context, input.masked, std::span(&name, 1));
    for (std::int64_t row = 0; row < column->size(); ++row) {
        if (!column->valid(row)) groups.class_of[at(row)] = -1;
    }
    return std::move(groups.class_of);
}

// The risk that somebody of the household is found, by record.
Json household_json(const std::vector<double>& individual,
                    const std::vector<std::int32_t>& households,
                    const ReidentificationRiskParams& params) {
    const std::vector<double> risks = household_risks(individual, households);
    const std::vector<std::int32_t> sizes = household_sizes(households);
    Json json{{"maximum", largest_of(risks)},
              {"rate", mean_of_terms(risks)},
              {"largest", sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end())},
              {"above", shares_above(risks, params.thresholds)}};
    if (!params.rate) return json;
    const std::optional<double> threshold = risk_threshold(risks, *params.rate);
    json["threshold"] = threshold ? Json(*threshold) : Json(nullptr);
    // A household whose members are all below its share of the limit is below the limit.
    std::int64_t unsafe = 0;
    for (std::size_t row = 0; threshold && row < risks.size(); ++row) {
        unsafe += individual[row] >= *threshold / sizes[row] ? 1 : 0;
    }
    json["unsafe"] = unsafe;
    return json;
}

// The three intruders of the classes that are released. Sums over classes are sums over their
// records, each divided by how many they are; so they stand where missing matches anything too.
void describe_classes(Json& details, const ClassFrequencies& counts,
                      const ReidentificationRiskParams& params) {
    std::vector<double> prosecutor, journalist, people_of_class;
    for (std::size_t row = 0; row < counts.sample.size(); ++row) {
        const auto f = static_cast<double>(counts.sample[row]);
        prosecutor.push_back(1 / f);
        journalist.push_back(1 / std::max(f, counts.population[row]));
        people_of_class.push_back(counts.population[row] / f);
    }
    const double classes = exact_sum(prosecutor);
    const double population = exact_sum(people_of_class);
    const double marketer = mean_of_terms(journalist);
    details["classes"] = classes;
    details["smallest_class"] =
        counts.sample.empty() ? 0 : *std::min_element(counts.sample.begin(), counts.sample.end());
    details["unique"] = std::count(counts.sample.begin(), counts.sample.end(), 1);
    for (const std::int64_t k : {2, 3, 5}) {
        details["below"][std::to_string(k)] =
            std::count_if(counts.sample.begin(), counts.sample.end(),
                          [&](std::int64_t count) { return count < k; });
    }
    details["prosecutor"] = {{"maximum", largest_of(prosecutor)},
                             {"average", mean_of_terms(prosecutor)},
                             {"above", shares_above(prosecutor, params.thresholds)}};
    details["journalist"] = {
        {"maximum", largest_of(journalist)},
        {"average", std::max(population > 0 ? classes / population : 0, marketer)},
        {"above", shares_above(journalist, params.thresholds)}};
    details["marketer"] = marketer;
}

void check_population(const AssessInput& input, const ReidentificationRiskParams& params) {
    if (!params.population) return;
    const Place place{{}, 0, 0, "population"};
    if (!params.weights.empty()) {
        throw Error(ErrorKind::usage, "give the population or the weights, not both", place);
    }
    if (*params.population < input.masked.rows()) {
        throw Error(ErrorKind::usage,
                    fmt::format("the release has {} records, more than the population",
                                input.masked.rows()),
                    place);
    }
}

// Who knows the stratum looks for people within it.
void add_stratum(AssessInput& input, const ReidentificationRiskParams& params) {
    if (params.stratum.empty()) return;
    if (input.masked.find(params.stratum) == nullptr) {
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is not a column of those that are used", params.stratum),
                    {{}, 0, 0, "stratum"});
    }
    const auto found = std::find(input.columns.begin(), input.columns.end(), params.stratum);
    if (found == input.columns.end()) input.columns.push_back(params.stratum);
}

Measurement assess_reidentification_risk(const AssessInput& given,
                                         const ReidentificationRiskParams& params) {
    check_tables(given);
    AssessInput input = given;
    std::erase(input.columns, params.weights);
    std::erase(input.columns, params.household);
    if (input.columns.empty()) {
        throw Error(ErrorKind::usage, "needs a column beside weights and household",
                    {{}, 0, 0, params.weights.empty() ? "household" : "weights"});
    }
    add_stratum(input, params);
    check_population(input, params);
    Measurement result;
    warn_of_shown(given, params.weights, result.warnings);
    warn_of_shown(given, params.household, result.warnings);
    const ClassFrequencies counts = frequencies_of(input, params, result);
    const std::vector<double> individual = individual_risks(input.context, counts);
    describe_classes(result.details, counts, params);
    result.details["individual"] = individual_json(individual, params);
    if (!params.household.empty()) {
        result.details["household"] =
            household_json(individual, households_of(input, params.household), params);
    }
    result.details["population"] = !params.weights.empty() ? "weights"
                                   : params.population     ? "size"
                                                           : "none";
    result.details["released"] = input.masked.rows();
    if (is_lent(given, params.weights)) {
        keep_for_owner(result, {"journalist", "marketer", "individual", "household"});
    }
    if (is_lent(given, params.household)) keep_for_owner(result, {"household"});

    const std::vector<std::int64_t> rows = attacked_rows(input);
    const std::vector<std::int64_t> masked_row = masked_row_of(input);
    const std::vector<std::int64_t> matches = exact_matches(input);
    std::vector<double> found;
    std::int64_t matched = 0;
    Json originals = Json::array();
    Json exposures = Json::array();
    Json risks = Json::array();
    for (const std::int64_t row : rows) {
        const std::int64_t own = masked_row[at(row)];
        const std::int64_t like = own < 0 ? 0 : matches[at(own)];
        found.push_back(like > 0 ? 1 / static_cast<double>(like) : 0);
        matched += like > 0 ? 1 : 0;
        if (!params.exposure) continue;
        originals.push_back(row + 1);
        exposures.push_back(found.back());
        risks.push_back(own < 0 ? 0 : individual[at(own)]);
    }
    result.value = 100 * mean_of_terms(found);
    result.details["matched"] = percent(matched, std::ssize(rows));
    result.details["records"] = std::ssize(rows);
    if (params.exposure) {
        result.private_details["exposure"] = {{"original", originals},
                                              {"exposure", std::move(exposures)}};
        result.private_details["individual"] = {{"original", std::move(originals)},
                                                {"risk", std::move(risks)}};
    }
    return result;
}

Json class_figures(const Json& told) {
    const Json details = unfolded(told);
    Json found{{"smallest_class", figures::field(details, "smallest_class")},
               {"average_risk", figures::field(figures::field(details, "prosecutor"), "average")}};
    if (details.value("population", "none") != "none") {
        found["largest_individual_risk"] =
            figures::field(figures::field(details, "individual"), "maximum");
    }
    // Who finds one of a household has found all of it.
    const Json& household = figures::field(figures::field(details, "household"), "maximum");
    if (household.is_number() && details.value("population", "none") != "none") {
        found["largest_individual_risk"] = household;
    }
    return found;
}

}  // namespace

Method reidentification_risk() {
    return make_attack(
        MethodInfo{
            .name = "reidentification-risk",
            .title = "Re-identification risk by class sizes",
            .summary = "Exact matching, and the risk for prosecutor, journalist and marketer.",
            .description =
                "The value is the percentage of people whom an intruder finds who matches exactly: "
                "who knows the columns of a person and the form in which values are released "
                "(rounded, top-coded, as intervals or merged categories), takes the released "
                "records that agree and guesses among them. A value that was suppressed agrees "
                "with anything. A person one of whose values was changed in another way (noise, "
                "swapping, microaggregation) is not found like that and counts as 0: `matched` is "
                "the percentage of people who are not. With suppressed values the chance can be "
                "above one in k although every record agrees with k records: who knows what was "
                "suppressed excludes those that show another value there.\n\n"
                "The details give the usual figures of the released classes alone, whatever their "
                "values were before, as probabilities. Prosecutor: the intruder knows that the "
                "person is in the release; one in the size f of the class: `maximum`, `average` "
                "(classes divided by records) and the percentage of records `above` each of the "
                "`thresholds`. Journalist: she does not know who is in the release, and the "
                "population has F people like the person: one in F; the average is the larger of "
                "classes divided by the sum of their F, and of the marketer's. Marketer: she links "
                "everybody; the mean of 1/F over the records. F comes from `weights` (the sum over "
                "the class) or from the size of the `population`; without either it is f.\n\n"
                "`individual` is the individual risk of Benedetti and Franconi: the expected value "
                "of 1/F when F given f is negative binomial with the estimated population count as "
                "its mean; exact, not approximated. `expected` is the sum (the expected number of "
                "re-identifications), `rate` the mean, `outlying` the records above 0.1 and above "
                "the median and three robust deviations (1.4826 MAD). With `rate` given, "
                "`threshold` is the risk to which records must be brought down so that the rate "
                "becomes that, and `unsafe` how many are above it; `occurring_threshold` is the "
                "largest of the risks themselves that does, as mu-Argus has it. The rate is a mean "
                "and hides the worst record: look at the maximum and at `outlying` beside it. "
                "sdcMicro approximates the risk for f > 2 (0.01370 in place of 0.01355 for f = 3 "
                "and F = 108), so that its figures differ.\n\n"
                "With `household`, `household` is the risk that somebody of a record's household "
                "is found, 1 - (1 - r)(1 - r') ... over its members: who finds one has found all. "
                "`rate` is its mean over the records, `threshold` the household risk that belongs "
                "to the `rate` asked for, and `unsafe` counts members whose own risk is at least "
                "that by the size of their household; if none is, no household is above it. The "
                "size of a household can be counted from the file, also where its column is "
                "removed: let it be one of the columns. Estimates need a sample drawn "
                "with these weights: they are no bound for one who knows that a person took part. "
                "Weights can identify people too: do not release them with such figures.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"benedetti1998statistical", "elemam2013guide", "hundepool2012statistical"},
            .example = {{"population", 100000}},
            .in_words = "The intruder knows the form in which values are released (intervals, "
                        "sets, gaps) and takes one of the records that could be the person's, each "
                        "with the same chance.",
            .scale = Scale::people,
            .purposes = {Purpose::exact_matching},
            .finds_people = true,
            .knows = "the form in which values are released",
            .assessed_with = {Json::object()},
            .figures = class_figures},
        reidentification_risk_schema(), assess_reidentification_risk);
}

}  // namespace lethe::attack
