// Policies that searches write: the columns as they were taken, for steps to be added.
#pragma once

#include "cli/policy_columns.h"
#include "lethe/advise/trial.h"
#include "lethe/run/policy.h"

namespace lethe::cli {

// Roles, kinds, orders, reasons and taxonomies (with paths that hold in any folder) of every
// column, so that what is not masked counts in the policy as it did in the search.
Policy policy_of_columns(const Stage& stage, const PolicyColumns& known, const ReadOptions& read);

}  // namespace lethe::cli
