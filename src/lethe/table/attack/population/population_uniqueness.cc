// Population uniqueness: how many people are alone with their values where a sample is released.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lethe/algo/population/population_uniques.h"
#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"
#include "lethe/table/attack/population/sample_of_people.h"

namespace lethe::attack {
namespace {

enum class Estimator { dankar, pitman, zayatz, slide_negative_binomial };

struct PopulationUniquenessParams {
    SampleParams sample;
    Estimator estimator = Estimator::dankar;
    std::vector<std::string> strata;
};

Schema<PopulationUniquenessParams> population_uniqueness_schema() {
    return Schema<PopulationUniquenessParams>()
        .include(&PopulationUniquenessParams::sample, sample_schema())
        .choice("estimator", &PopulationUniquenessParams::estimator,
                "the model of the population; dankar: chosen by the share that was sampled",
                {{"dankar", Estimator::dankar},
                 {"pitman", Estimator::pitman},
                 {"zayatz", Estimator::zayatz},
                 {"snb", Estimator::slide_negative_binomial}})
        .field("strata", &PopulationUniquenessParams::strata,
               "columns that say which stratum of the sample a record was drawn from: uniques are "
               "estimated in each stratum, with its own sampling fraction, and added");
}

std::string_view name_of(UniquenessModel model) {
    switch (model) {
        case UniquenessModel::pitman:
            return "pitman";
        case UniquenessModel::slide_negative_binomial:
            return "snb";
        case UniquenessModel::zayatz:
            break;
    }
    return "zayatz";
}

// The estimate that was asked for, and the name of its model.
std::optional<ChosenUniques> estimate(const SizeCounts& classes, double population,
                                      Estimator estimator) {
    const auto made = [](UniquenessModel model, std::optional<double> uniques) {
        return uniques ? std::optional(ChosenUniques{model, *uniques}) : std::nullopt;
    };
    switch (estimator) {
        case Estimator::pitman:
            return made(UniquenessModel::pitman, pitman_uniques(classes, population));
        case Estimator::zayatz:
            return made(UniquenessModel::zayatz, zayatz_uniques(classes, population));
        case Estimator::slide_negative_binomial:
            return made(UniquenessModel::slide_negative_binomial,
                        slide_negative_binomial_uniques(classes, population));
        case Estimator::dankar:
            break;
    }
    return dankar_uniques(classes, population);
}

// A stratum of the sample, or all of it.
struct SampledStratum {
    SizeCounts classes;
    double population = 0;
    double fraction = 1;
};

SampledStratum stratum_of(const AssessInput& input, const Table& table, double population) {
    const Groups groups = group_rows(input.context, table, input.columns);
    SampledStratum stratum;
    for (const std::int64_t size : groups.sizes) ++stratum.classes[size];
    const auto rows = static_cast<double>(table.rows());
    stratum.population = std::max(rows, population);
    stratum.fraction = stratum.population > 0 ? rows / stratum.population : 1;
    return stratum;
}

std::vector<SampledStratum> strata_of(const AssessInput& input, const SampledPeople& sample,
                                      const std::vector<std::string>& names) {
    if (names.empty()) return {stratum_of(input, input.masked, sample.population)};
    for (const std::string& name : names) {
        if (input.masked.find(name) != nullptr) continue;
        throw Error(ErrorKind::usage,
                    fmt::format("\"{}\" is not a column of those that are used", name),
                    {{}, 0, 0, "strata"});
    }
    const Groups groups = group_rows(input.context, input.masked, names);
    std::vector<std::vector<std::int64_t>> rows(groups.sizes.size());
    for (std::size_t row = 0; row < groups.class_of.size(); ++row) {
        rows[at(groups.class_of[row])].push_back(static_cast<std::int64_t>(row));
    }
    std::vector<SampledStratum> strata;
    for (const auto& own : rows) {
        double people = static_cast<double>(own.size()) / sample.fraction;
        if (!sample.weights.empty()) {
            ExactSum sum;
            for (const std::int64_t row : own) sum.add(sample.weights[at(row)]);
            people = sum.value();
        }
        strata.push_back(stratum_of(input, input.masked.gather(own), people));
    }
    return strata;
}

// Added up over the strata; nothing where one of them has no estimate.
template <class Estimate>
std::optional<double> added_uniques(const std::vector<SampledStratum>& strata, Estimate estimate) {
    double sum = 0;
    for (const SampledStratum& stratum : strata) {
        const std::optional<double> uniques = estimate(stratum.classes, stratum.population);
        if (!uniques) return std::nullopt;
        sum += *uniques;
    }
    return sum;
}

Measurement assess_population_uniqueness(const AssessInput& given,
                                         const PopulationUniquenessParams& params) {
    check_tables(given);
    AssessInput input = given;
    Measurement result;
    const SampledPeople sample = sampled_people(input, params.sample, result);
    const Groups groups = group_rows(input.context, input.masked, input.columns);
    const std::vector<SampledStratum> strata = strata_of(input, sample, params.strata);
    double population = 0;
    double uniques = 0;
    double in_release = 0;  // of them
    std::string model;
    for (const SampledStratum& stratum : strata) {
        const auto chosen = estimate(stratum.classes, stratum.population, params.estimator);
        if (!chosen) {
            throw Error(ErrorKind::unmet,
                        params.strata.empty()
                            ? "the model has no estimate for these classes: use another estimator"
                            : "the model has no estimate for the classes of a stratum: use another "
                              "estimator, or join strata",
                        {{}, 0, 0, "estimator"});
        }
        population += stratum.population;
        uniques += chosen->uniques;
        in_release += chosen->uniques * stratum.fraction;
        const std::string_view name = name_of(chosen->model);
        if (model.empty()) model = name;
        if (model != name) model = "by stratum";
    }
    const auto alone = std::count(groups.sizes.begin(), groups.sizes.end(), 1);
    const auto share = [&](std::optional<double> of_model) {
        return of_model ? Json(percent(*of_model, population)) : Json(nullptr);
    };
    result.value = percent(uniques, population);
    result.details["model"] = model;
    if (!params.strata.empty()) result.details["strata"] = strata.size();
    result.details["population"] = population;
    result.details["uniques"] = uniques;
    result.details["sample_unique_percent"] = percent(alone, input.masked.rows());
    // Of the people who are alone in the release.
    result.details["stay_unique_percent"] =
        percent(std::min(static_cast<double>(alone), in_release), static_cast<double>(alone));
    result.details["models"] = {
        {"zayatz", share(added_uniques(strata, zayatz_uniques))},
        {"pitman", share(added_uniques(strata, pitman_uniques))},
        {"snb", share(added_uniques(strata, slide_negative_binomial_uniques))}};
    result.details["records"] = input.masked.rows();
    result.details["classes"] = groups.classes();
    if (is_lent(given, params.sample.weights)) {
        keep_for_owner(result, {"population", "uniques", "stay_unique_percent", "models"});
    }
    return result;
}

std::string read_population_uniqueness(const Json& attack, double value,
                                       std::optional<std::int64_t>) {
    const Json& details = figures::field(attack, "details");
    const auto stay = figures::number(details, "stay_unique_percent");
    const auto sample = figures::number(details, "sample_unique_percent");
    std::string reading = fmt::format(
        "An estimated {} of the population are alone with their "
        "values.",
        figures::percent_text(value));
    if (stay && sample && *sample > 0) {
        reading += fmt::format(
            " Of the people who are alone in the release ({}), {} are alone in "
            "the population as well.",
            figures::percent_text(*sample), figures::percent_text(*stay));
    }
    double lowest = value, highest = value;
    for (const auto& [model, share] : figures::field(details, "models").items()) {
        if (!share.is_number()) continue;
        lowest = std::min(lowest, share.get<double>());
        highest = std::max(highest, share.get<double>());
    }
    if (highest > lowest) {
        reading += fmt::format(" Other models say between {} and {}.",
                               figures::percent_text(lowest), figures::percent_text(highest));
    }
    return reading;
}

}  // namespace

Method population_uniqueness() {
    return make_attack(
        MethodInfo{
            .name = "population-uniqueness",
            .title = "Population uniqueness",
            .summary = "How many people of the population are alone with their values, estimated.",
            .description =
                "Who is alone in a sample need not be alone in the population it was drawn from. "
                "Three models estimate from the sizes of the released classes how many people of "
                "the population are alone: Zayatz (class sizes as in the sample), Pitman "
                "(Hoshino's maximum of the likelihood) and SNB, the slide negative binomial model "
                "of Chen and Keller-McNulty. `dankar` chooses as Dankar and others found best: "
                "Pitman for a sample of a tenth or less, the smaller of Zayatz and SNB above, "
                "Zayatz where these have no estimate. The value is the estimated percentage of the "
                "population; `models` has all that there are, `stay_unique_percent` the share of "
                "the sample's uniques that are alone in the population, too.\n\n"
                "The population is given by its size, by the fraction that was sampled or by "
                "weights, whose sum it is. With `strata` each stratum is a sample of its own, with "
                "the fraction that its weights tell, and the estimates are added: right where the "
                "intruder knows the stratum of a person; where she does not, it overstates, since "
                "who is alone in a stratum may have a like in another. Beware: the models agree "
                "within a factor of two where a "
                "tenth is sampled and not at all below a hundredth; who knows that a person took "
                "part is not held up by the rest of the population; and the share says nothing of "
                "which people it is. ARX shows Zayatz above a tenth: an equation of its SNB has a "
                "power the wrong way round and finds no estimate. Missing is a value of its own.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic, Kind::text},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"dankar2012estimating", "hoshino2001applying", "chen1998estimation",
                      "zayatz1991estimation"},
            .example = {{"fraction", 0.1}},
            .in_words = "It estimates how many people of the whole population are alone with their "
                        "values. That is a model's estimate, and it does not say who they are.",
            .scale = Scale::unique,
            .reading = read_population_uniqueness,
            .details = {{"model", "the model that was taken"},
                        {"sample_unique_percent", "alone in the release", true},
                        {"stay_unique_percent", "of these, alone in the population", true}}},
        population_uniqueness_schema(), assess_population_uniqueness);
}

}  // namespace lethe::attack
