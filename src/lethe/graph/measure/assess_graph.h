// The whole picture of protected graphs: what was lost, who can be found, how the shape changed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/draw/picture.h"
#include "lethe/graph/measure/attribute_loss.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/graph/measure/shape.h"
#include "lethe/graph/measure/structural_linkage.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/social_graph.h"
#include "lethe/method/release_figures.h"

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

// What was measured of one release: the parts that were asked for.
struct MeasuredGraph {
    std::int64_t nodes = 0;
    std::int64_t edges = 0;
    std::int64_t edges_added = 0;
    std::int64_t edges_removed = 0;
    std::optional<AttributeLosses> loss = {};
    std::optional<ProfileLinkages> linkage = {};
    std::optional<ComparedShape> structure = {};
    std::optional<StructuralRisks> structural_risk = {};
    std::optional<StructuralLinkages> structural_linkage = {};
    ReleaseFigures figures = {};
};
// {"nodes", "edges", "edges_added", "edges_removed", "loss", "k", "profiles", "linkage",
// "structure", "structural_risk", "structural_linkage", "found" and "lost"}
Json to_json(const MeasuredGraph& measured);

struct MeasuredGraphs {
    std::int64_t nodes = 0;  // of the original
    bool directed = false;
    EdgeCounts counts = {};
    std::vector<std::string> attributes = {};  // that were compared
    std::vector<MeasuredGraph> releases = {};
    std::optional<Shape> structure = {};       // of the original
    std::optional<GraphPicture> picture = {};  // of the first release
    std::vector<std::string> notes = {};
};
// {"kind": "graph-assessment", "original": {"about": "original", "nodes", "edges", "directed",
// "loops", "repeats", "isolated", "parts"}, "attributes", "releases", "structure", "picture",
// "notes"}
Json to_json(const MeasuredGraphs& measured);

// Nodes of a published graph correspond to the original's in their order (see matched_nodes).
// Error(usage) for unknown attributes, Error(input) for graphs of another number of nodes and for
// values that a hierarchy lacks.
MeasuredGraphs assess_graphs(const Context& context, const SocialGraph& original,
                             std::span<const SocialGraph> published,
                             const GraphAssessment& options);

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
