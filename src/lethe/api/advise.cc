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

AdvisedPolicy advised(const lethe::AdviceCandidate& candidate, const lethe::Advice& advice,
                      Policy policy) {
    const AdvicePoint& point = advice.point(candidate.id);
    for (StepPolicy& step : policy_steps(point.steps)) policy.steps.push_back(std::move(step));
    return {candidate.title, candidate.why, policy_text(policy), point.risk, point.loss};
}

}  // namespace

Inspection inspect(const Table& table, const std::string& name, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        const InspectedTable found = lethe::inspect(run.context(), inside(table), name);
        return Inspection{found.policy, json_text(to_json(found))};
    });
}

Advice advise(const Table& table, const AdviseOptions& options, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        Problems problems;
        const Policy policy = policy_given(options.policy, options.folder, problems);
        const Plan stage = plan_columns(inside(table), policy, std::move(problems));
        lethe::AdviseOptions asked;
        asked.exact = options.exact;
        Advice advice;
        set_constraints({options.k, options.l, options.t, options.max_risk}, policy.verdict,
                        !stage.roles.with(stage.table, Role::confidential).empty(), asked,
                        advice.notes);
        const lethe::Advice found = lethe::advise(
            stage, asked, [](const std::string&) {}, Random(options.seed), run.context());
        Json told = to_json(found);
        told["data"] = {{"rows", table.rows()}};
        const Policy columns = policy_of_plan(stage, policy);
        for (const AdviceCandidate& candidate : found.candidates) {
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
