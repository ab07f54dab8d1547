// What the columns are, for operations that do not run the steps of a policy: kinds, orders, roles
// and taxonomies, from a policy file and from options.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/operation/shared/meaning_options.h"
#include "lethe/release/graphs/graph_policy.h"
#include "lethe/release/policy.h"
#include "lethe/release/scenario.h"
#include "lethe/search/advise/trial.h"

namespace lethe::operation {

class PolicyColumns {
  public:
    struct Options {
        std::string policy;  // a file
        MeaningOptions meaning;

        static Schema<Options> schema();
    };

    PolicyColumns(const Options& options, const Door& door);
    // The nodes of a graph; its policy was read.
    PolicyColumns(const Options& options, const release::GraphPolicy& policy, const Door& door);

    ReadOptions read() const { return policy_.read; }
    // The table with its columns of the policy's kinds. Error(usage) with every problem.
    Table apply(const Table& table) const;
    // The taxonomy of a column, if it was given one.
    std::optional<release::ColumnKnowledge> knowledge_of(const std::string& column) const;
    // The columns of a role, in the table's order: as the policy says, or as they look.
    std::vector<std::string> with_role(const Table& table, Role role) const;
    // Whom the policy takes for the intruder; without one, the default.
    release::IntruderKnowledge intruder(const Table& table) const;
    // For a search: the table with its kinds, roles and intruder. The columns that are to be
    // masked are quasi-identifiers that she knows, whatever they look like.
    search::Stage stage(const Table& table, const std::vector<std::string>& masked) const;
    const release::Policy& policy() const { return policy_; }

  private:
    release::Policy policy_;
};

}  // namespace lethe::operation
