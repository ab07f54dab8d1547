// --policy-out: the policy that an inspection proposes, as a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lethe/core/json.h"

namespace lethe::cli {

void add_policy_out(CLI::App& command, std::string& file);

// Writes the policy of an inspection, which gets its path as "policy_file"; nothing without a path.
// Error(usage) where another policy stands there.
void write_policy_out(const std::string& file, Json& inspected);

}  // namespace lethe::cli
