// The policy that a plan came from, with every column as the plan took it: what searches write.
#pragma once

#include "lethe/release/policy.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

// Roles, kinds, orders, reasons and taxonomies (with paths that hold in any folder) of every
// column, so that what is not masked counts in the policy as it did in the plan. `given` is the
// policy that the plan was made of; of its steps those of free text stay, which no
// search decides about.
Policy policy_of_plan(const Plan& plan, const Policy& given);

}  // namespace lethe::release
