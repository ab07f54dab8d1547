// Linkage with weights learnt from some people and tried on others, on releases of any size.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lethe/algo/learnt/weight_descent.h"
#include "lethe/table/attack/learnt_linkage.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct LearntWeightsParams {
    double train = 50;
    std::int64_t learn_from = 2000;
    std::int64_t max_records = 5000;
    std::int64_t steps = WeightDescentOptions{}.steps;
    double work = 6000;
};

Schema<LearntWeightsParams> learnt_weights_schema() {
    return Schema<LearntWeightsParams>()
        .field("train", &LearntWeightsParams::train,
               "percent of the people whose links the intruder has and learns from; with training "
               "records these are taken instead",
               between(1, 90))
        .field("learn_from", &LearntWeightsParams::learn_from, "learn from at most so many of them",
               at_least(2))
        .field("max_records", &LearntWeightsParams::max_records,
               "of more others so many are drawn at random, each looked for in the whole release",
               at_least(2))
        .field("steps", &LearntWeightsParams::steps, "batches of people to learn from, at most",
               at_least(0))
        .field("work", &LearntWeightsParams::work,
               "limit of the learning in millions of compared values, and of the trial as well",
               above(0));
}

struct People {
    std::vector<std::int64_t> learn, test;
    bool test_sampled = false;
};

// Who is learnt from and who is looked for; nobody is both.
People people_of(const AssessInput& input, const LearntWeightsParams& params,
                 std::int64_t pairs_each) {
    People people;
    std::vector<std::int64_t> test;
    const std::vector<std::int64_t> all = released_people(input);
    if (!input.training.empty()) {
        std::vector<std::int64_t> training = input.training;
        std::ranges::sort(training);
        std::ranges::set_intersection(all, training, std::back_inserter(people.learn));
    } else {
        const auto share = static_cast<std::int64_t>(
            std::ceil(params.train / 100 * static_cast<double>(all.size())));
        people.learn = drawn_people(input.random, "learnt linkage training", all,
                                    std::min(share, std::ssize(all) - 1));
    }
    std::ranges::set_difference(all, people.learn, std::back_inserter(test));
    people.learn =
        drawn_people(input.random, "learnt linkage learning", people.learn, params.learn_from);
    const auto affordable = static_cast<std::int64_t>(
        std::min(1e6 * params.work / static_cast<double>(pairs_each), 1e9));
    const std::int64_t most = std::min(params.max_records, std::max<std::int64_t>(100, affordable));
    people.test = drawn_people(input.random, "learnt linkage test", test, most);
    people.test_sampled = people.test.size() < test.size();
    return people;
}

// Of equal weights, the inverse of the noise and what descent found: what finds most of some of
// those that were learnt from.
std::vector<double> best_of(const Context& context, const LinkSample& learn,
                            std::vector<std::vector<double>> candidates, std::int64_t& chosen) {
    const DistanceModel mean{DistanceFamily::weighted_mean};
    std::vector<double> found;
    for (const std::vector<double>& weights : candidates) {
        found.push_back(count_links(context, mean, learn, weights).expected);
    }
    chosen = std::ranges::max_element(found) - found.begin();
    return std::move(candidates[static_cast<std::size_t>(chosen)]);
}

Measurement assess_learnt_weights(const AssessInput& input, const LearntWeightsParams& params) {
    check_tables(input);
    Measurement result;
    if (released_people(input).size() < 2) {
        result.warnings.push_back("there is nobody to learn from and to link: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    const LinkageCrowd crowd(input);
    const People people = people_of(
        input, params, crowd.different() * static_cast<std::int64_t>(input.columns.size()));
    if (people.learn.empty() || people.test.empty()) {
        result.warnings.push_back(people.learn.empty()
                                      ? "no training record is in the release: nothing is learnt"
                                      : "nobody is left to look for: the value is 0");
        result.details = link_figures({}, 0);
        return result;
    }
    LinkSample learn = crowd.sample(people.learn, false);
    WeightDescentOptions options{
        .steps = params.steps,
        .work = static_cast<std::int64_t>(1e6 * std::min(params.work, 1e12))};
    const WeightDescent descent =
        learn_weights(input.context, learn.records(), input.random, options);
    const std::size_t columns = input.columns.size();
    const auto some = drawn_people(input.random, "learnt linkage choice", people.learn, 300);
    if (some.size() < people.learn.size()) learn = crowd.sample(some, false);
    std::int64_t chosen = 0;
    const std::vector<double> weights =
        best_of(input.context, learn,
                {std::vector<double>(columns, 1.0 / static_cast<double>(columns)),
                 inverse_noise_weights(learn.records()), descent.weights},
                chosen);
    const DistanceModel mean{DistanceFamily::weighted_mean};
    const LinkCounts trained = count_links(input.context, mean, learn, weights);
    learn = {};
    const LinkSample test = crowd.sample(people.test, false, OpenRecords(input).closed());
    const LinkCounts tested = count_links(input.context, mean, test, weights);

    Json& details = result.details;
    details = link_figures(tested, test.people());
    details["training"] = link_figures(trained, std::ssize(some));
    details["test"] = link_figures(tested, test.people());
    constexpr std::array<const char*, 3> kNames = {"equal", "inverse of the noise", "descent"};
    details["weights_from"] = kNames[static_cast<std::size_t>(chosen)];
    details["learnt_from"] = people.learn.size();
    details["steps"] = descent.steps;
    details["sampled"] = people.test_sampled;
    details["candidates"] = crowd.size();
    details["columns"] = input.columns;
    describe_parameters(result.about_original, mean, weights, input.columns);
    result.value = percent(tested.expected, static_cast<double>(test.people()));
    if (people.test_sampled) {
        result.interval = share_interval(tested.expected, test.people());
        result.warnings.push_back(fmt::format(
            "learnt from {} people and tried on {} others, drawn at random; each was looked for in "
            "all {} released records",
            people.learn.size(), test.people(), crowd.size()));
    }
    return result;
}

}  // namespace

Method learnt_linkage() {
    return make_attack(
        MethodInfo{
            .name = "learnt-linkage",
            .title = "Linkage with learnt weights",
            .summary = "Learns weights of the columns from some people and finds others by them.",
            .description =
                "The intruder has the true links of some people (by default of half of them), "
                "learns from them how much each column is to be trusted, and looks for the others. "
                "Weights are learnt by gradient descent on small batches of people, each told from "
                "the records of the whole release that are nearest at that moment; equal weights "
                "and the inverse of what masking changed on average are tried as well, and what "
                "finds most of the people learnt from is taken. The value is what is found among "
                "people that nothing was learnt from, a guess among equally near ones counting as "
                "its chance: it cannot be learnt by heart. Numbers, ordered and unordered "
                "categories count in one distance. Works on releases of any size: of many people "
                "some are drawn, each is looked for in the whole release, and the interval says "
                "where the figure for all lies. supervised-linkage proves how much more the best "
                "weights could find.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::mean,
            .properties = {Property::random, Property::pairwise},
            .cites = {"abril2014privacy", "kingma2015adam"},
            .example = {{"train", 50}},
            .in_words = "The intruder knows the true pairs of some people, learns from them how "
                        "much each column tells, and looks for other people in the whole release.",
            .scale = Scale::people,
            .finds_people = true,
            .knows = "the true links of half of the people, from whom the weights of the columns "
                     "are learnt",
            .assessed_with = {{{"max_records", 1000}, {"work", 1500}}}},
        learnt_weights_schema(), assess_learnt_weights);
}

}  // namespace lethe::attack
