#include "lethe/search/advise/trial.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "lethe/method/catalogue.h"
#include "lethe/release/assess/people_file.h"
#include "lethe/release/tables/record.h"

namespace lethe::search {

Json to_json(const TryStep& step) {
    return {{"method", step.method}, {"columns", step.columns}, {"parameters", step.parameters}};
}

std::string label_of(std::span<const TryStep> steps) {
    std::vector<std::string> labels;
    for (const TryStep& step : steps)
        labels.push_back(label_of(release::Choice{step.method, step.parameters}));
    return fmt::format("{}", fmt::join(labels, "; "));
}

release::Plan plan_of(const Stage& stage, std::span<const TryStep> steps) {
    release::Plan plan = stage;
    plan.steps.clear();
    Problems problems;
    for (const TryStep& step : steps) {
        const Method& method = find_method(step.method, Family::mask);
        release::PlannedStep planned{
            &method, step.columns, method.bind(step.parameters, {}, problems), {}};
        // Later steps see what the earlier ones left; only the first can be checked beforehand.
        if (problems.empty() && plan.steps.empty()) {
            method.check(stage.table, step.columns, planned.parameters, {}, problems);
        }
        plan.steps.push_back(std::move(planned));
    }
    throw_if_any(std::move(problems));
    return plan;
}

std::vector<release::StepPolicy> policy_steps(std::span<const TryStep> steps) {
    std::vector<release::StepPolicy> result;
    for (const TryStep& step : steps) {
        result.push_back({step.method, step.columns, step.parameters, {}, {}});
    }
    return result;
}

Carried carry_out(const Stage& stage, std::span<const TryStep> steps, std::uint64_t seed,
                  const Context& context) {
    Carried carried;
    carried.plan = plan_of(stage, steps);
    carried.execution = release::execute(carried.plan, seed, context);
    const std::vector<std::string> confidential = stage.roles.with(stage.table, Role::confidential);
    carried.pair =
        release::make_comparable(stage.table, carried.execution.release, stage.intruder.columns,
                                 carried.execution.origin, confidential);
    carried.pair.survey =
        release::survey_columns(stage.table, release::survey_design(stage.table, stage.roles));
    return carried;
}

release::Assessment judge(const Stage& stage, const Carried& carried,
                          const release::ScoreOptions& score, const Random& random,
                          const Context& context) {
    const release::Scenario scenario = release::scenario_of(
        stage.intruder, stage.table.rows(), carried.execution.release, carried.execution.origin,
        stage.intruder.knows_record ? release::owners_record(carried.plan, carried.execution)
                                    : Json(nullptr),
        random);
    return release::assess(carried.pair, scenario, score, random.part(1), context);
}

}  // namespace lethe::search
