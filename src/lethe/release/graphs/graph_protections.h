// What can protect a graph, by name: the protections of graphs, and for the columns of the nodes
// every masking method of tables that makes k rows alike and keeps them all.
//
// "table:NAME" is a method of tables. NAME alone is one too where no method of graphs is called so:
// a name that both have means that of graphs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/method.h"

namespace lethe::release {

// Error(usage) for an unknown name, and for a masking method that cannot protect nodes, with the
// reason.
const Method& graph_protection(std::string_view name);

// The name that says the method alone: as it is written in records.
std::string protection_name(const Method& method);

// The masking methods of tables that protect nodes.
std::vector<const Method*> node_masks();
// As such a method is asked for: its name, or "table:NAME" where graphs have a method of that name.
std::string node_mask_name(const Method& mask);

}  // namespace lethe::release
