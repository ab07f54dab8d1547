// What is said of a release of a graph: in the record, in the private log, and before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/graph/files/read_graph.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/release/outputs.h"
#include "lethe/release/release_envelope.h"

namespace lethe::release {

// No id of a node, no seed.
Json graph_record(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                  const graph::ProtectedGraph& result, bool random_order,
                  const std::vector<FileDigest>& files);

// Who is which node. Node i of the release is node order[i] of the original.
Json graph_log(const graph::GraphSource& source, std::uint64_t seed,
               const graph::SocialGraph& original, const graph::ProtectedGraph& result,
               std::span<const std::int64_t> order);

// {"kind": "release-plan", "data": "graph", "nodes", "edges", "k", "columns": [{"column",
// "treatment"}], "structure", "weights", "order", "files"}.
Json graph_plan(const graph::SocialGraph& original, const graph::ProtectOptions& options,
                const Outputs& outputs, bool random_order);

}  // namespace lethe::release
