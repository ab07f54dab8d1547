// What a policy says of the columns, for commands that do not run its steps: kinds, orders, roles.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/run/policy.h"

namespace lethe::cli {

class PolicyColumns {
  public:
    explicit PolicyColumns(const std::string& path);  // of a policy file; empty: none

    static void add_to(CLI::App& command, std::string& path);  // as --policy

    ReadOptions read() const { return policy_ ? policy_->read : ReadOptions(); }
    // The table with its columns of the policy's kinds. Error(usage) with every problem.
    Table apply(const Table& table) const;
    // The quasi-identifiers, in the table's order; none without a policy.
    std::vector<std::string> quasi(const Table& table) const;

  private:
    std::optional<Policy> policy_;
};

}  // namespace lethe::cli
