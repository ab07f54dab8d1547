// The whole picture of protected graphs: what was lost, who can be found, how the shape changed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

enum class GraphPart {
    loss,       // AAMIL, CDIL, DBIL
    linkage,    // profiles: own, and with the neighbours'
    structure,  // degrees, triangles, paths, betweenness, communities
    risk        // re-identification by structure
};
inline constexpr GraphPart kGraphParts[] = {GraphPart::loss, GraphPart::linkage,
                                            GraphPart::structure, GraphPart::risk};
std::string_view name(GraphPart part);

struct GraphAssessment {
    AttributeChoice attributes;  // none named: all but text that both graphs have
    std::vector<GraphPart> parts{std::begin(kGraphParts), std::end(kGraphParts)};
    bool exact_betweenness = false;  // from all nodes, whatever it takes
    std::uint64_t seed = 1;          // of samples
    bool picture = false;            // also what a drawing needs
};

// Nodes of a published graph correspond to the original's in their order (see matched_nodes).
//
// {"kind": "graph-assessment",
//  "original": {"nodes", "edges", "directed", "loops", "repeats", "isolated", "parts"},
//  "structure": {"mean_degree", "degrees", "local_clustering", "global_clustering", "triangles",
//                "paths": {...}, "communities", "modularity", "betweenness": {...}},
//  "attributes": [name],
//  "releases": [{"nodes", "edges", "edges_added", "edges_removed",
//                "k", "profiles", "loss": {...}, "linkage": {"own", "with_degree",
//                "with_directions", "with_neighbours"},
//                "structure": {... as above, "degree_moved", "degree_gap", "betweenness_rank",
//                              "partition": {...}},
//                "structural_risk": {"degree", "directions", "neighbours", "neighbourhood"},
//                "found": what each attack of the catalogue found, by its name in percent,
//                "lost": the same of losses}],
//  "picture": {...} of the first release, "notes": [text]}
//
// Error(usage) for unknown attributes, Error(input) for graphs of another number of nodes and for
// values that a hierarchy lacks.
Json assess_graphs(const Context& context, const SocialGraph& original,
                   std::span<const SocialGraph> published, const GraphAssessment& options);

// The published graph with its nodes in the order of the original. Nodes that are numbered 1, 2,
// ... correspond in that order, which is how protecting names them; otherwise nodes with the same
// ids correspond where both graphs have the same; otherwise they correspond as they come.
// Error(input) for another number of nodes.
SocialGraph matched_nodes(const SocialGraph& original, SocialGraph published);

// The same where it is known which original row each published node comes from: nodes that are
// numbered 1, 2, ... by their numbers, others as they come. Error(input) unless each row is there
// once.
SocialGraph matched_nodes(const SocialGraph& original, SocialGraph published,
                          std::span<const std::int64_t> rows);

}  // namespace lethe::graph
