// One policy tried: carried out as `protect` would, attacked and measured as `assess` would.
//
// What explore and advise look at is what a user gets: the same roles, the same intruder, the same
// release record in her hands, the same rounding of values. A search has no rule of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/roles.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/evaluate.h"
#include "lethe/release/policy.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe::search {

struct TryStep {
    std::string method;
    std::vector<std::string> columns;
    Json parameters = Json::object();

    friend bool operator==(const TryStep&, const TryStep&) = default;
};

Json to_json(const TryStep& step);  // {"method", "columns", "parameters"}
// "mdav k=5; rounding base=10"
std::string label_of(std::span<const TryStep> steps);

// What all policies of a search have in common: a plan without steps (plan_columns).
using Stage = release::Plan;

// Error(usage) with every problem of the steps.
release::Plan plan_of(const Stage& stage, std::span<const TryStep> steps);

// The steps as a policy has them.
std::vector<release::StepPolicy> policy_steps(std::span<const TryStep> steps);

struct Carried {
    release::Plan plan;
    release::Execution execution;
    release::Comparable pair;  // what the intruder knows, before and after
};
Carried carry_out(const Stage& stage, std::span<const TryStep> steps, std::uint64_t seed,
                  const Context& context);

// Every attack of an assessment, the losses and the score; see assess.
release::Assessment judge(const Stage& stage, const Carried& carried,
                          const release::ScoreOptions& score, const Random& random,
                          const Context& context);

}  // namespace lethe::search
