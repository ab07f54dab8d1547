// Policies of every kind of data: one grammar (TOML), of which each kind has the sections that it
// needs.
//
//   data = "table"                  or "documents", "vectors", "graph"; left out: as the data are
//
// What follows it: release/policy.h, documents/treat/text_policy.h,
// release/vectors/vector_policy.h, release/graphs/graph_policy.h. docs/guide/policies.md has all of
// it on one page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lethe/core/error.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/method/data_kind.h"
#include "lethe/release/graphs/graph_policy.h"
#include "lethe/release/policy.h"
#include "lethe/release/vectors/vector_policy.h"

namespace lethe::release {

// In the order of DataKind.
using AnyPolicy = std::variant<Policy, documents::TextPolicy, VectorPolicy, GraphPolicy>;

// What the policy says that it is for; none where it says nothing. Error(usage) for what is not
// TOML, and for a kind of data that there is not.
std::optional<DataKind> policy_kind(std::string_view text, const std::string& file);
std::optional<DataKind> policy_kind(const std::string& path);  // Error(io) too

// A policy for data of this kind; none: as the policy says, or else for a table. Adds every problem
// with its place, also where the policy is for other data; Error(usage) for what is not TOML at
// all.
AnyPolicy parse_any_policy(std::string_view text, const std::string& file,
                           std::optional<DataKind> data, Problems& problems);
// Files are relative to the policy's folder. Error(usage) with all problems; Error(io).
AnyPolicy read_any_policy(const std::string& path, std::optional<DataKind> data = {});

DataKind kind_of(const AnyPolicy& policy);
std::string policy_text(const AnyPolicy& policy);  // TOML that parse_any_policy reads back

// Writes a policy that is a proposal. Error(usage) where another one stands there: somebody may
// have corrected it.
void write_proposed_policy(const std::string& path, const std::string& text);

}  // namespace lethe::release
