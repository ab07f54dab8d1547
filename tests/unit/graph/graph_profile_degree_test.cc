#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "lethe/core/error.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/graph/measure/structural_risk.h"
#include "lethe/graph/protect/k_profile_degree.h"
#include "lethe/graph/protect/protect_graph.h"
#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe::graph {
namespace {

// Profiles of k nodes and more, edges of any density.
struct PeopleOfProfiles {
    SocialGraph graph;
    Clusters profiles;
    std::int64_t k = 2;
};

PeopleOfProfiles people_of_profiles(std::uint64_t seed, Node most) {
    Draws draws = Random(seed).stream("people").at(0);
    PeopleOfProfiles made;
    made.k = static_cast<std::int64_t>(2 + draws.below(3));
    const auto room = static_cast<std::uint64_t>(most - made.k + 1);
    const auto nodes = static_cast<Node>(made.k + static_cast<Node>(draws.below(room)));
    made.graph.directed = draws.below(2) == 1;
    made.profiles.count = static_cast<std::int32_t>(1 + draws.below(4));
    made.profiles.count = std::min(made.profiles.count, static_cast<std::int32_t>(nodes / made.k));
    std::vector<std::string> values;
    for (Node node = 0; node < nodes; ++node) {
        made.graph.ids.push_back(std::to_string(node));
        const auto first = static_cast<std::int32_t>(node / made.k);
        made.profiles.of.push_back(first < made.profiles.count
                                       ? first
                                       : static_cast<std::int32_t>(draws.below(
                                             static_cast<std::uint64_t>(made.profiles.count))));
        values.push_back("p" + std::to_string(made.profiles.of.back()));
    }
    made.graph.attributes = Table({Column::from_texts("place", Kind::nominal, values)});
    const double density = draws.uniform() * draws.uniform();
    for (Node a = 0; a < nodes; ++a) {
        for (Node b = 0; b < nodes; ++b) {
            if (a == b || (!made.graph.directed && b < a)) continue;
            if (draws.uniform() < density) made.graph.edges.push_back({a, b});
        }
    }
    return made;
}

// By the definition: how many share profile, neighbours, and neighbours in each direction.
std::int64_t smallest_by_recount(const PeopleOfProfiles& people, const std::vector<Edge>& edges) {
    std::map<Node, std::set<Node>> all, out, in;
    for (const Edge& edge : edges) {
        EXPECT_NE(edge.from, edge.to);
        all[edge.from].insert(edge.to);
        all[edge.to].insert(edge.from);
        EXPECT_TRUE(out[edge.from].insert(edge.to).second);
        in[edge.to].insert(edge.from);
    }
    std::map<std::tuple<std::int32_t, std::size_t, std::size_t, std::size_t>, std::int64_t> sizes;
    for (Node node = 0; node < people.graph.nodes(); ++node) {
        const std::int32_t profile = people.profiles.of[static_cast<std::size_t>(node)];
        const bool directed = people.graph.directed;
        ++sizes[{profile, all[node].size(), directed ? out[node].size() : 0,
                 directed ? in[node].size() : 0}];
    }
    std::int64_t smallest = people.graph.nodes();
    for (const auto& [key, size] : sizes) smallest = std::min(smallest, size);
    return smallest;
}

TEST(ProfileDegree, HoldsByRecount) {
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const PeopleOfProfiles people = people_of_profiles(seed, 24);
        for (const DegreeChange change : {DegreeChange::moved, DegreeChange::added}) {
            const std::vector<Edge> edges = k_profile_degree_edges(
                test::threads(1), people.graph, people.profiles, people.k, change, Random(seed));
            ASSERT_GE(smallest_by_recount(people, edges), people.k) << "seed " << seed;
            if (change == DegreeChange::added) {
                ASSERT_GE(edges.size(), people.graph.edges.size()) << "seed " << seed;
            }
        }
    }
}

TEST(ProfileDegree, NothingChangesWhereItHoldsAlready) {
    std::int64_t met = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        const PeopleOfProfiles people = people_of_profiles(seed, 8);
        if (smallest_by_recount(people, people.graph.edges) < people.k) continue;
        // In both directions at once, as well.
        if (people.graph.directed) continue;
        ++met;
        EXPECT_EQ(k_profile_degree_edges(test::threads(1), people.graph, people.profiles, people.k,
                                         DegreeChange::moved, Random(seed)),
                  people.graph.edges);
    }
    EXPECT_GT(met, 20);
}

// Targets by trying everything: no cut of a profile into runs is cheaper.
TEST(ProfileDegree, DegreesMoveAsLittleAsCan) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Draws draws = Random(seed).stream("degrees").at(0);
        const auto n = static_cast<std::int64_t>(4 + draws.below(3));
        std::vector<EndCounts> degrees;
        for (std::int64_t i = 0; i < n; ++i) {
            // Even ones, so that sums are even whatever is chosen.
            degrees.push_back({static_cast<std::int64_t>(2 * draws.below(4)), 0, 0});
        }
        const Clusters one{std::vector<std::int32_t>(degrees.size(), 0), 1};
        const DegreeTargets targets = degree_targets(degrees, one, 2, DegreeChange::moved);
        std::map<std::int64_t, std::int64_t> counts;
        for (const EndCounts& target : targets.of) ++counts[target[kBothWays]];
        for (const auto& [degree, count] : counts) EXPECT_GE(count, 2);
        // Every assignment of the four degrees that occur to nodes.
        std::int64_t least = targets.moved;
        std::vector<std::int64_t> chosen(degrees.size(), 0);
        for (;;) {
            std::map<std::int64_t, std::int64_t> of_chosen;
            std::int64_t moved = 0;
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                ++of_chosen[chosen[i]];
                moved += std::abs(2 * chosen[i] - degrees[i][kBothWays]);
            }
            if (std::ranges::all_of(of_chosen,
                                    [](const auto& one_of) { return one_of.second >= 2; })) {
                least = std::min(least, moved);
            }
            std::size_t place = 0;
            while (place < chosen.size() && ++chosen[place] == 4) chosen[place++] = 0;
            if (place == chosen.size()) break;
        }
        ASSERT_EQ(targets.moved, least) << "seed " << seed;
    }
}

// Who knows profile and degree finds at most one in k.
TEST(ProfileDegree, TheAttackThatKnowsBothFindsOneInK) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        PeopleOfProfiles people = people_of_profiles(seed, 60);
        const Context context = test::threads(2);
        const Method& grouping = *find_method("mdav", DataKind::graph);
        const Method& both = *find_method("k-profile-degree", DataKind::graph);
        Problems problems;
        const Json k{{"k", people.k}};
        ProtectOptions options;
        options.k = people.k;
        options.steps = {{&grouping, grouping.bind(k, {}, problems)},
                         {&both, both.bind(k, {}, problems)}};
        const ProtectedGraph result = protect_graph(context, people.graph, options, Random(seed));
        EXPECT_GE(result.together.k, people.k);
        EXPECT_EQ(result.together.below, 0);
        NodeAttributes attributes =
            node_attributes(context, people.graph.attributes, {}, &result.graph.attributes);
        const double most = 100 / static_cast<double>(people.k) + 1e-9;
        const ProfileLinkages found =
            link_in_every_way(context, attributes, people.graph, result.graph, Random(1));
        EXPECT_LE(found.own.expected, most);
        EXPECT_LE(found.with_degree.expected, most);
        EXPECT_EQ(found.with_directions.has_value(), people.graph.directed);
        if (found.with_directions) {
            EXPECT_LE(found.with_directions->expected, most);
            EXPECT_LE(direction_risk(context, directed_degrees(people.graph),
                                     directed_degrees(result.graph))
                          .expected,
                      most);
        }
    }
}

TEST(ProfileDegree, DirectionsTellPeopleApart) {
    // Everybody has two neighbours; one is only followed, one only follows.
    SocialGraph graph;
    graph.directed = true;
    for (int i = 0; i < 4; ++i) graph.ids.push_back(std::to_string(i));
    graph.edges = {{0, 1}, {1, 2}, {0, 3}, {3, 2}, {3, 2}, {1, 1}};
    const Context context = test::threads(1);
    const Adjacency adjacency(graph);
    EXPECT_DOUBLE_EQ(
        structural_risk(context, adjacency, adjacency, StructuralKnowledge::degree).expected, 25);
    // Out and in: 2 0, 1 1, 0 2, 1 1.
    const DirectedDegrees degrees = directed_degrees(graph);
    EXPECT_EQ(degrees.out, (std::vector<std::int64_t>{2, 1, 0, 1}));
    EXPECT_EQ(degrees.in, (std::vector<std::int64_t>{0, 1, 2, 1}));
    const StructuralRisk risk = direction_risk(context, degrees, degrees);
    EXPECT_DOUBLE_EQ(risk.expected, 75);
    EXPECT_DOUBLE_EQ(risk.unique, 50);
    EXPECT_EQ(risk.smallest_class, 1);
    EXPECT_TRUE(structural_risks(context, graph, graph).directions.has_value());
    graph.directed = false;
    EXPECT_FALSE(structural_risks(context, graph, graph).directions.has_value());
}

TEST(ProfileDegree, ALaterStepThatBreaksItIsRefused) {
    const PeopleOfProfiles people = people_of_profiles(5, 60);
    const Method& both = *find_method("k-profile-degree", DataKind::graph);
    const Method& perturb = *find_method("perturb", DataKind::graph);
    Problems problems;
    ProtectOptions options;
    options.steps = {{&both, both.bind(Json{{"k", 2}}, {}, problems)},
                     {&perturb, perturb.bind(Json{{"share", 0.4}}, {}, problems)}};
    bool refused = false;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        try {
            protect_graph(test::threads(1), people.graph, options, Random(seed));
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::unmet);
            refused = true;
        }
    }
    EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace lethe::graph
