// Cases of the measures of social graphs.
#include "algorithms.h"
#include "graph_cases.h"
#include "lethe/graph/measure/attribute_loss.h"
#include "lethe/graph/measure/betweenness.h"
#include "lethe/graph/measure/communities.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/measure/structure.h"
#include "support.h"

namespace lethe::test {
namespace {

Json json_of(const graph::AttributeLoss& loss) {
    return {{"aamil", loss.aamil},
            {"cdil", loss.cdil},
            {"dbil", loss.dbil},
            {"average", loss.average()}};
}

Json json_of(const graph::ProfileLinkage& linkage) {
    return {{"expected", linkage.expected}, {"strict", linkage.strict}, {"lax", linkage.lax}};
}

Json structure_of(const graph::Adjacency& adjacency) {
    const Context context = threads(2);
    const auto sources = graph::walk_sources(adjacency.nodes(), adjacency.nodes(), Random(1));
    const graph::Clustering clustering = graph::clustering(context, adjacency);
    const graph::Paths paths = graph::paths(context, adjacency, sources);
    const graph::Communities communities = graph::communities(context, adjacency);
    return {{"degrees", graph::degree_counts(adjacency)},
            {"triangles", clustering.triangles},
            {"local_clustering", clustering.local},
            {"global_clustering", clustering.global},
            {"mean_path", paths.mean},
            {"effective_diameter", paths.effective_diameter},
            {"longest_path", paths.longest},
            {"betweenness", graph::betweenness(context, adjacency, sources)},
            {"communities", communities.of},
            {"modularity", communities.modularity}};
}

}  // namespace

// `attributes` and `published` (columns of texts), `hierarchies` of some of them (chains of
// values), `edges` and, where they were changed, `published_edges`.
Json graph_measures(const Json& input) {
    const Context context = threads(2);
    const Json hierarchies = input.value("hierarchies", Json::object());
    const auto original = case_graph(input["attributes"], hierarchies, input["edges"]);
    const auto published =
        case_graph(input["published"], hierarchies, input.value("published_edges", input["edges"]));
    graph::NodeAttributes attributes =
        graph::node_attributes(context, original.attributes, {}, &published.attributes);
    const auto losses = graph::attribute_loss(context, attributes, original, published);
    Json loss = json_of(losses.mean);
    for (const graph::AttributeLoss& each : losses.attributes) loss[each.name] = json_of(each);
    const graph::Adjacency before(original), after(published);
    Json risk = Json::object();
    for (const auto knowledge : graph::kStructuralKnowledge) {
        const auto found = graph::structural_risk(context, before, after, knowledge);
        risk[std::string(graph::name(knowledge))] = {{"expected", found.expected},
                                                     {"unique", found.unique},
                                                     {"lax", found.lax},
                                                     {"smallest_class", found.smallest_class}};
    }
    const graph::DegreeDistance degrees =
        graph::degree_distance(graph::degree_counts(before), graph::degree_counts(after));
    return {{"loss", loss},
            {"own", json_of(graph::link_profiles(context, attributes, before.nodes(), Random(1)))},
            {"with_degree",
             json_of(graph::link_with_degree(context, attributes, before, after, Random(1)))},
            {"with_neighbours",
             json_of(graph::link_with_neighbours(context, attributes, before, after, Random(1)))},
            {"risk", risk},
            {"degree_moved", degrees.earth_mover},
            {"degree_gap", degrees.kolmogorov},
            {"structure", structure_of(before)}};
}

}  // namespace lethe::test
