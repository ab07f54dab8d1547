#include "lethe/search/advise/policy_bench.h"

#include <algorithm>
#include <utility>

#include "lethe/algo/statistics/share_interval.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/method/catalogue.h"

namespace lethe::search {
namespace {

// People whom the quick attack looks for; each among all released records.
constexpr std::int64_t kQuickPeople = 1000;

// Releases that are kept for the attacks that follow.
constexpr std::size_t kMostKept = 4;

}  // namespace

PolicyBench::PolicyBench(const Stage& stage, const AdviseOptions& options, const AdviseLog& log,
                         const Random& random, const Context& context)
    : stage_(stage),
      options_(options),
      log_(log),
      random_(random),
      context_(context),
      seed_(random.stream("seed").at(0).bits()) {}

double PolicyBench::loss_of(const Carried& carried, const Context& context) const {
    const release::Scenario scenario{.origin = carried.execution.origin};
    double loss = 0;
    for (const release::LossPart& part :
         release::loss_parts(options_.score, carried.pair.original)) {
        const release::Choice choice{part.measure};
        const release::Assessed measured = release::run_assessments(
            Family::loss, std::span(&choice, 1), carried.pair, scenario, false, random_, context);
        const std::optional<double> value = measured.results[0].value;
        if (!value) throw Error(ErrorKind::unmet, "the loss could not be measured");
        loss += part.weight * *value;
    }
    return loss;
}

bool PolicyBench::diverse(const Carried& carried, const Context& context) const {
    if (!options_.l && !options_.t) return true;
    const release::Scenario scenario{.origin = carried.execution.origin};
    const auto value = [&](const release::Choice& choice) {
        const release::Assessed found = release::run_assessments(
            Family::attack, std::span(&choice, 1), carried.pair, scenario, false, random_, context);
        return found.results[0].value;
    };
    if (options_.l) {
        const auto below = value({method_for(Purpose::diversity).info.name,
                                  {{"l", *options_.l}, {"definition", "distinct"}}});
        if (!below || *below > 0) return false;
    }
    if (options_.t) {
        const auto distance =
            value({method_for(Purpose::closeness).info.name, {{"t", *options_.t}}});
        if (!distance || *distance > 100 * *options_.t) return false;
    }
    return true;
}

namespace {

// Tries one policy; why it cannot be tried is part of the point.
template <class Try>
PolicyPoint tried(const Steps& steps, const Context& context, const Try& attempt) {
    PolicyPoint point;
    const double start = context.now();
    try {
        point = attempt();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::stopped) throw;
        point.error = error.what();
    }
    point.steps = steps;
    point.seconds = context.now() - start;
    return point;
}

}  // namespace

PolicyPoint PolicyBench::quick(const Steps& steps, const Carried& carried,
                               const Context& context) const {
    PolicyPoint point;
    point.steps = steps;
    point.bound = release::class_bound(context, carried.pair.masked, carried.pair.masked.names());
    point.loss = loss_of(carried, context);
    point.diverse = diverse(carried, context);
    release::Scenario scenario{.origin = carried.execution.origin};
    if (stage_.table.rows() > kQuickPeople) {
        scenario.known =
            random_subset(random_.stream("quick attack"), stage_.table.rows(), kQuickPeople);
    }
    const release::Choice attack{method_for(Purpose::linkage).info.name};
    const release::Assessed found = release::run_assessments(
        Family::attack, std::span(&attack, 1), carried.pair, scenario, false, random_, context);
    const auto headline = release::headline_of(found.results);
    point.risk = std::min(point.bound.average(), headline ? headline->found : 100.0);
    point.at_most = point.risk;
    return point;
}

PolicyPoint PolicyBench::quick(const Steps& steps, const Context& context) const {
    return tried(steps, context,
                 [&] { return quick(steps, carry_out(stage_, steps, seed_, context), context); });
}

PolicyPoint PolicyBench::quick(const Steps& steps) {
    const Context silent = context_.silent();
    return tried(steps, silent, [&] {
        auto carried = std::make_shared<const Carried>(carry_out(stage_, steps, seed_, silent));
        PolicyPoint point = quick(steps, *carried, silent);
        if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
        kept_.emplace_back(steps, std::move(carried));
        return point;
    });
}

std::vector<PolicyPoint> PolicyBench::quick(const std::vector<Steps>& tries) const {
    std::vector<PolicyPoint> points(tries.size());
    const Context inner = context_.single().silent();
    parallel_tasks(context_, static_cast<std::int64_t>(tries.size()), [&](std::int64_t task) {
        const auto i = static_cast<std::size_t>(task);
        points[i] = quick(tries[i], inner);
    });
    return points;
}

PolicyPoint PolicyBench::full(const Steps& steps) const {
    const Context silent = context_.silent();
    PolicyPoint point = tried(steps, silent, [&] { return attacked(steps, silent); });
    point.judged = true;
    return point;
}

namespace {

// The most that an attack finds, with 95 % confidence, of people of whom some were drawn: by the
// attack, or because she holds a share of them. Which share that is nobody knows: the people of
// the scenario are one draw of many, and what was found of them speaks for the others only up to
// the upper end of its interval. Over all draws no more is found than the classes allow.
double upper_end(const Stage& stage, const Carried& carried, const release::ClassBound& bound,
                 const release::MethodResult& attack) {
    const double drawn = attack.interval ? (*attack.interval)[1] : 0;
    if (attack.of_file) return drawn;  // these people and no others
    const double most = carried.execution.origin.empty() ? bound.average() : 100;
    if (stage.intruder.people >= 100) return std::min(most, drawn);
    const Json& judged = release::judged_details(attack);
    const auto everybody = static_cast<double>(stage.table.rows());
    const auto looked_for =
        judged.value("records", judged.value("people", everybody * stage.intruder.people / 100));
    if (looked_for < 1) return most;
    const double of_share =
        100 * share_interval(*release::share_found(attack) / 100, looked_for, everybody)[1];
    return std::min(most, std::max(drawn, of_share));
}

}  // namespace

PolicyPoint PolicyBench::attacked(const Steps& steps, const Context& silent) const {
    PolicyPoint point;
    point.steps = steps;
    const double start = context_.now();
    const auto known = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const auto& one) { return one.first == steps; });
    const std::shared_ptr<const Carried> held =
        known != kept_.end()
            ? known->second
            : std::make_shared<const Carried>(carry_out(stage_, steps, seed_, silent));
    const Carried& carried = *held;
    const release::Assessment assessment = judge(stage_, carried, options_.score, random_, silent);
    point.bound = assessment.bound;
    point.loss = assessment.loss.value_or(100);
    point.worst = assessment.worst;
    point.risk = assessment.worst ? assessment.worst->found : 100;
    // Of every attack, not of the worst one alone: in another draw of people another may be it.
    point.at_most = point.risk;
    for (const release::MethodResult& attack : assessment.attacks) {
        if (!release::share_found(attack)) continue;
        point.at_most = std::max(point.at_most, upper_end(stage_, carried, point.bound, attack));
    }
    point.diverse = diverse(carried, silent);
    point.seconds = context_.now() - start;
    return point;
}

bool PolicyBench::acceptable(const PolicyPoint& point) const {
    return point.usable() && point.diverse && point.bound.smallest >= options_.k &&
           point.at_most <= options_.max_risk;
}

}  // namespace lethe::search
