// The policy that an inspection proposes, as a file.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::operation {

constexpr const char* kPolicyOutWords =
    "Write the proposed policy (TOML), to be read and corrected";

// Writes the policy of an inspection, which gets its path as "policy_file"; nothing without a path.
// Error(usage) where another policy stands there.
void write_policy_out(const std::string& file, Json& inspected);

}  // namespace lethe::operation
