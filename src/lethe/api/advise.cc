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

AdvisedPolicy advised(const Json& candidate, const Json& points, Policy policy) {
    AdvisedPolicy result;
    result.title = candidate["title"];
    result.why = candidate["why"];
    for (const Json& point : points) {
        if (point["id"] != candidate["id"]) continue;
        for (const Json& step : point["steps"]) {
            policy.steps.push_back({step["method"], step["columns"], step["parameters"], {}, {}});
        }
        result.risk = point["risk"];
        result.loss = point["loss"];
    }
    result.policy = policy_text(policy);
    return result;
}

}  // namespace

Inspection inspect(const Table& table, const std::string& name, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        const Json found = lethe::inspect(run.context(), inside(table), name);
        return Inspection{found["policy"], json_text(found)};
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
        Json found = lethe::advise(
            stage, asked, [](const std::string&) {}, Random(options.seed), run.context());
        found["data"] = {{"rows", table.rows()}};
        const Policy columns = policy_of_plan(stage, policy);
        for (const Json& candidate : found["candidates"]) {
            AdvisedPolicy one = advised(candidate, found["points"], columns);
            if (candidate["id"] == found["recommended"]) {
                advice.recommended = std::move(one);
            } else {
                advice.alternatives.push_back(std::move(one));
            }
        }
        advice.stopped = found["stopped"];
        advice.json = json_text(found);
        return advice;
    });
}

}  // namespace lethe::api
