// Population uniqueness: how many people are alone with their values where a sample is released.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "lethe/algo/population/population_uniques.h"
#include "lethe/core/error.h"
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
};

Schema<PopulationUniquenessParams> population_uniqueness_schema() {
    return Schema<PopulationUniquenessParams>()
        .include(&PopulationUniquenessParams::sample, sample_schema())
        .choice("estimator", &PopulationUniquenessParams::estimator,
                "the model of the population; dankar: chosen by the share that was sampled",
                {{"dankar", Estimator::dankar},
                 {"pitman", Estimator::pitman},
                 {"zayatz", Estimator::zayatz},
                 {"snb", Estimator::slide_negative_binomial}});
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

Measurement assess_population_uniqueness(const AssessInput& given,
                                         const PopulationUniquenessParams& params) {
    check_tables(given);
    AssessInput input = given;
    Measurement result;
    const SampledPeople sample = sampled_people(input, params.sample, result);
    const Groups groups = group_rows(input.context, input.masked, input.columns);
    SizeCounts classes;
    for (const std::int64_t size : groups.sizes) ++classes[size];
    const auto alone = std::count(groups.sizes.begin(), groups.sizes.end(), 1);
    const auto chosen = estimate(classes, sample.population, params.estimator);
    if (!chosen) {
        throw Error(ErrorKind::unmet,
                    "the model has no estimate for these classes: use another estimator",
                    {{}, 0, 0, "estimator"});
    }
    const auto share = [&](std::optional<double> uniques) {
        return uniques ? Json(percent(*uniques, sample.population)) : Json(nullptr);
    };
    result.value = percent(chosen->uniques, sample.population);
    result.details["model"] = name_of(chosen->model);
    result.details["population"] = sample.population;
    result.details["uniques"] = chosen->uniques;
    result.details["sample_unique_percent"] = percent(alone, input.masked.rows());
    // Of the people who are alone in the release.
    result.details["stay_unique_percent"] =
        percent(std::min(static_cast<double>(alone), chosen->uniques * sample.fraction),
                static_cast<double>(alone));
    result.details["models"] = {
        {"zayatz", share(zayatz_uniques(classes, sample.population))},
        {"pitman", share(pitman_uniques(classes, sample.population))},
        {"snb", share(slide_negative_binomial_uniques(classes, sample.population))}};
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
                "weights, whose sum it is. Beware: the models agree within a factor of two where a "
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
