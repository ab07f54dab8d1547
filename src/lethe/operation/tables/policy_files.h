// Policies that searches write: the columns as they were taken, for steps to be added.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lethe/io/bundle.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/replacing.h"
#include "lethe/release/policy.h"
#include "lethe/search/advise/trial.h"

namespace lethe::operation {

// Roles, kinds, orders, reasons and taxonomies (with paths that hold in any folder) of every
// column, so that what is not masked counts in the policy as it did in the search.
release::Policy policy_of_columns(const search::Stage& stage, const PolicyColumns& known,
                                  const ReadOptions& read);

// Error(usage) where a policy is to be written over one of the inputs, or over a file that no
// search has written to this folder, as it stands there (its result lists it, with its digest).
void check_policy(const std::filesystem::path& path, const std::vector<std::string>& inputs,
                  const Replacing& replace);

// The policy, into the bundle. Returns where it stands until then, for its digest.
std::string add_policy(Bundle& bundle, const std::filesystem::path& path,
                       const release::Policy& policy);
std::string add_policy(Bundle& bundle, const std::filesystem::path& path, const std::string& text);

// Removes the policies that earlier searches wrote to the folder, but for those just written
// (`kept`, names): what is not of this run must not look as if it were. What somebody changed
// stays. To be called before the result of this run is written.
void forget_policies(const std::filesystem::path& folder, const std::vector<std::string>& kept);

}  // namespace lethe::operation
