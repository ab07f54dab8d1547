// The first look at a graph: what it is made of, what names its nodes, who stands out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/files/read_graph.h"

namespace lethe::release {

struct GraphInspection {
    graph::GraphSource source;
    std::vector<std::string> files;  // as the user named them, for the next command
    std::int64_t k = 5;              // nodes that shall stand alike
    std::string policy_file = {};  // where the policy will be, for the next command; empty: nowhere
};

// {"kind": "graph", "about": "original", "files", "directed", "weighted", "nodes", "edges",
// "loops", "repeats", "isolated", "parts", "attributes": [{"name", "kind", "missing", "role",
// "looks_like", "topics", "published"}], "k", "alike": [{"known", "unique", "below_k", "classes"}],
// "notes", "policy", "next"}. `alike` says of what somebody may know of a person how many nodes are
// alone with it, and how many share it with fewer than k; `published` whether a release publishes
// the column unless told otherwise. "policy" is a policy to begin with, and "next" what to run
// then. No value and no id.
Json inspect_graph(const Context& context, const GraphInspection& what);

}  // namespace lethe::release
