// A policy to begin with: a line a column, with the reason for its role, and a first step.
#pragma once

#include <span>
#include <string>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"

namespace lethe::release {

// TOML that parse_policy reads and make_plan accepts for this table, read again with the policy's
// own options. `guesses` are those of the table's columns, in their order; `read` is how it was
// read. Missing codes that can mean nothing else are put into [read], others into a comment.
std::string propose_policy(const Table& table, std::span<const RoleGuess> guesses,
                           const ReadOptions& read, const std::string& file);

}  // namespace lethe::release
