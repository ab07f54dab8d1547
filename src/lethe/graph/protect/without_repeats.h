// What protections of edges begin with, and the parameter that those have which change some edges.
#pragma once

#include "lethe/graph/graph_method.h"

namespace lethe::graph {

// The graph without loops and repeats, and how many they were.
ProtectOutput without_repeats(const SocialGraph& graph);

struct ShareParams {
    double share = 0.05;
};

Schema<ShareParams> share_schema(std::string text);

}  // namespace lethe::graph
