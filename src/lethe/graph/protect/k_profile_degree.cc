// k-anonymity over profile and degree together as a protection of edges.
#include "lethe/graph/protect/k_profile_degree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/groups.h"
#include "lethe/graph/protect/joined_ends.h"
#include "lethe/graph/protect/k_degree.h"
#include "lethe/graph/protect/publish_groups.h"
#include "lethe/graph/protect/without_repeats.h"

namespace lethe::graph {
namespace {

struct KProfileDegreeParams {
    std::int64_t k = 5;
    DegreeChange edges = DegreeChange::moved;
};

Schema<KProfileDegreeParams> k_profile_degree_schema() {
    using P = KProfileDegreeParams;
    return Schema<P>()
        .field("k", &P::k,
               "nodes that share their values and their numbers of neighbours, at least",
               at_least(2))
        .choice("edges", &P::edges,
                "what becomes of edges: moved, some go and others come, so that their number stays "
                "about the same; or added, where none of the original is left out but those that "
                "an end had to be taken from",
                {{"moved", DegreeChange::moved}, {"added", DegreeChange::added}});
}

// The nodes by what is published of them: nothing where no column is protected.
Clusters published_profiles(const ProtectInput& input) {
    const auto nodes = static_cast<std::size_t>(input.graph.nodes());
    if (input.attributes.columns.empty()) return {std::vector<std::int32_t>(nodes, 0), 1};
    Groups classes = group_rows(input.context, input.graph.attributes, input.attributes.columns);
    return {std::move(classes.class_of), static_cast<std::int32_t>(classes.classes())};
}

void check_profiles(const Clusters& profiles, std::int64_t k) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(profiles.count), 0);
    for (const std::int32_t profile : profiles.of) ++sizes[static_cast<std::size_t>(profile)];
    std::int64_t below = 0;
    for (const std::int64_t size : sizes) below += size < k ? size : 0;
    if (below == 0) return;
    throw Error(ErrorKind::unmet,
                fmt::format("{} nodes share their values with fewer than {}, whatever their edges "
                            "are: this step comes after one that groups nodes, with a k that is "
                            "not larger",
                            below, k),
                {{}, 0, 0, "k"});
}

// The graph with these edges: those that it had first, as they were.
void exchange_edges(const std::vector<Edge>& edges, const Random& random, ProtectOutput& output) {
    const SocialGraph& before = output.graph;
    const auto plain = [&](Edge edge) {
        if (!before.directed && edge.to < edge.from) std::swap(edge.from, edge.to);
        return edge;
    };
    std::vector<Edge> had;
    for (const Edge& edge : before.edges) had.push_back(plain(edge));
    std::ranges::sort(had);
    std::vector<Edge> added;
    std::ranges::set_difference(edges, had, std::back_inserter(added));
    SocialGraph kept = before;
    kept.edges.clear();
    kept.weights.clear();
    for (std::size_t i = 0; i < before.edges.size(); ++i) {
        if (!std::ranges::binary_search(edges, plain(before.edges[i]))) continue;
        kept.edges.push_back(before.edges[i]);
        if (!before.weights.empty()) kept.weights.push_back(before.weights[i]);
    }
    output.edges_removed = std::ssize(before.edges) - std::ssize(kept.edges);
    output.edges_added = std::ssize(added);
    const std::vector<double> weights = drawn_weights(before, added.size(), random);
    kept.edges.insert(kept.edges.end(), added.begin(), added.end());
    kept.weights.insert(kept.weights.end(), weights.begin(), weights.end());
    output.graph = std::move(kept);
}

ProtectOutput protect_profiles_and_degrees(const ProtectInput& input,
                                           const KProfileDegreeParams& params) {
    check_enough_nodes(input.graph, params.k);
    ProtectOutput output = without_repeats(input.graph);
    exchange_edges(k_profile_degree_edges(input.context, output.graph, published_profiles(input),
                                          params.k, params.edges, input.random),
                   input.random, output);
    output.k_of_degrees = params.k;
    output.k_of_both = params.k;
    return output;
}

}  // namespace

std::vector<Edge> k_profile_degree_edges(const Context& context, const SocialGraph& graph,
                                         const Clusters& profiles, std::int64_t k,
                                         DegreeChange change, const Random& random) {
    check_profiles(profiles, k);
    // So often other degrees are tried, those that the last try came to. Then edges are only
    // added, one more each time; when all are joined the degrees are equal.
    constexpr int kTries = 32;
    JoinedEnds joined(graph);
    const Stream stream = random.stream("degrees within profiles");
    for (int tries = 0;; ++tries) {
        const DegreeTargets targets = degree_targets(joined.degrees(), profiles, k,
                                                     tries < kTries ? change : DegreeChange::added);
        if (targets.moved == 0 || joined.reach(context, targets.of, stream)) return joined.edges();
        if (tries >= kTries) joined.join_more(stream);
    }
}

Method k_profile_degree_protection() {
    return make_protection(
        MethodInfo{
            .name = "k-profile-degree",
            .title = "k-anonymity of profile and degree together",
            .summary = "Changes edges until at least k nodes share their published values and "
                       "their number of neighbours.",
            .description =
                "Nodes that are published with the same values are cut into runs of k nodes or "
                "more of similar numbers of neighbours, by dynamic programming, and edges are "
                "changed until all nodes of a run have the same number: an end of an edge moves "
                "from a node that has one too many to one that lacks one, edges are added and "
                "taken away for the rest, and an edge is split or two are merged where nodes are "
                "joined already. Where edges have a direction, the numbers of neighbours that "
                "are joined both ways, only from a node and only to it are each made equal, so "
                "that those in each direction and of all neighbours are too. Who knows what a "
                "person says of herself and how many acquaintances she has then finds k nodes. "
                "Use it after a step that groups nodes, with the same k, where both are known, "
                "as in networks that show both; without published values it is k-anonymity of "
                "degrees by moved edges. It has to be the last step. Beware: edges change by far "
                "more than where degrees alone are protected, since those who are alike in what "
                "they say differ in how many they know. Who knows which of the acquaintances know "
                "each other, what they are like, or how many acquaintances they have, may still "
                "find a node, and columns that are published as they are do not count.",
            .kinds = {},
            .properties = {Property::random},
            .cites = {"liu2008towards", "yuan2013protecting"},
            .example = {{"k", 3}},
            .in_words =
                "Connections are changed until at least k people share both what is "
                "published about them and how many connections they have, in each "
                "direction. Some connections are invented and some true ones are left out."},
        k_profile_degree_schema(), protect_profiles_and_degrees);
}

}  // namespace lethe::graph
