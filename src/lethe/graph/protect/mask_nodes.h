// Nodes protected by a masking method of tables: the columns of the nodes go through it as the
// columns of a table would, and each node shows what its row became. The graph plays no part in it,
// so that a method knows nothing of nodes; whether k nodes share all of their values is counted in
// what it returns.
//
// A list of topics is one category to it. Numbers are brought to values that their column can have
// (data/numbers/number_domain.h), as in tables.
#pragma once

#include "lethe/graph/graph_method.h"

namespace lethe::graph {

// Whether a method of tables can protect nodes: it makes k rows alike and keeps every row.
bool masks_nodes(const MethodInfo& info);

// Whether it takes a column of the nodes.
bool takes_column(const Method& mask, const Column& column, const AttributeChoice& choice);

// The k of a step, or the smallest where it is a list; 0 where it has none.
std::int64_t promised_k(const Json& params);

// Groups are the nodes that show the same values. Error(usage) for a column that the method does
// not take, and where with these parameters it drops rows, publishes what a hierarchy lacks, or
// leaves nodes that fewer than k share their values with (columns masked apart, missing values that
// agree with anything). Error(unmet) for fewer than k nodes.
ProtectOutput mask_nodes(const ProtectInput& input, const Method& mask, const Json& params);

}  // namespace lethe::graph
