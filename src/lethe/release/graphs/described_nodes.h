// The nodes of a graph as a policy describes their columns: kinds, orders, meanings, roles.
#pragma once

#include "lethe/data/roles.h"
#include "lethe/data/table.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/release/policy.h"

namespace lethe::release {

struct DescribedNodes {
    Table table;
    Roles roles;  // of the columns as they are then: what has a hierarchy is no name
};

// A column of lists that has a taxonomy gets the meaning of its topics. Error(usage) with every
// problem of the policy, Error(input) for values and topics that a taxonomy lacks.
DescribedNodes described_nodes(const Table& attributes, const Policy& policy,
                               const graph::AttributeChoice& choice);

// The policy without what it knows of the topics of lists: for a release, whose lists are read by
// the meaning that those of the original have.
Policy without_topic_knowledge(const Policy& policy, const Table& attributes,
                               const graph::AttributeChoice& choice);

}  // namespace lethe::release
