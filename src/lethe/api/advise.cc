#include "lethe/advise.h"

#include "lethe/api/inside.h"
#include "lethe/core/random.h"
#include "lethe/release/tables/inspect.h"
#include "lethe/release/tables/plan.h"
#include "lethe/release/tables/policy_of_plan.h"
#include "lethe/search/advise/advise.h"
#include "lethe/search/advise/verdict_constraints.h"

namespace lethe::api {
namespace {

AdvisedPolicy advised(const search::AdviceCandidate& candidate, const search::Advice& advice,
                      release::Policy policy) {
    const search::AdvicePoint& point = advice.point(candidate.id);
    for (release::StepPolicy& step : search::policy_steps(point.steps))
        policy.steps.push_back(std::move(step));
    return {candidate.title, candidate.why, release::policy_text(policy), point.risk, point.loss};
}

}  // namespace

Inspection inspect(const Table& table, const std::string& name, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        const release::InspectedTable found = release::inspect(run.context(), inside(table), name);
        return Inspection{found.policy, json_text(to_json(found))};
    });
}

Advice advise(const Table& table, const AdviseOptions& options, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        Problems problems;
        const release::Policy policy = policy_given(options.policy, options.folder, problems);
        const release::Plan stage =
            release::plan_columns(inside(table), policy, std::move(problems));
        search::AdviseOptions asked;
        asked.exact = options.exact;
        Advice advice;
        search::set_constraints({options.k, options.l, options.t, options.max_risk}, policy.verdict,
                                !stage.roles.with(stage.table, Role::confidential).empty(), asked,
                                advice.notes);
        const search::Advice found = search::advise(
            stage, asked, [](const std::string&) {}, Random(options.seed), run.context());
        Json told = to_json(found);
        told["data"] = {{"rows", table.rows()}};
        const release::Policy columns = release::policy_of_plan(stage, policy);
        for (const search::AdviceCandidate& candidate : found.candidates) {
            AdvisedPolicy one = advised(candidate, found, columns);
            if (candidate.id == found.recommended) {
                advice.recommended = std::move(one);
            } else {
                advice.alternatives.push_back(std::move(one));
            }
        }
        advice.stopped = found.stopped;
        advice.json = json_text(told);
        return advice;
    });
}

}  // namespace lethe::api
