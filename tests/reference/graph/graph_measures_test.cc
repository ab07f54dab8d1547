// Losses and linkage of node attributes against their definitions, on thousands of random small
// graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lethe/graph/measure/attribute_loss.h"
#include "lethe/graph/measure/profile_linkage.h"
#include "lethe/knowledge/meaning.h"
#include "support.h"
#include "taxonomies.h"

namespace lethe::graph {
namespace {

struct Pair {
    SocialGraph before, after;
};

MeaningPtr places() {
    static const MeaningPtr meaning =
        std::make_shared<Meaning>(test::taxonomy_of("places", {{"Spain", "Europe"},
                                                               {"France", "Europe"},
                                                               {"Barcelona", "Spain"},
                                                               {"Madrid", "Spain"},
                                                               {"Paris", "France"},
                                                               {"Lyon", "France"}}),
                                  std::span<const MappedValue>(), Unmapped::fail);
    return meaning;
}

Table random_attributes(Draws& draws, Node nodes, bool published) {
    const std::vector<std::string> cities = {"Barcelona", "Madrid", "Paris", "Lyon",
                                             "Spain",     "France", "Europe"};
    const std::vector<std::string> topics = {"sport;music", "music;sport", "food", "food;music"};
    std::vector<std::string> place, list, gender;
    std::vector<double> age;
    for (Node node = 0; node < nodes; ++node) {
        place.push_back(cities[draws.below(published ? 7 : 4)]);
        list.push_back(topics[draws.below(4)]);
        gender.emplace_back(draws.below(2) == 0 ? "f" : "m");
        age.push_back(static_cast<double>(20 + draws.below(4)));
    }
    return Table({Column::from_texts("place", Kind::nominal, place)->with_meaning(places()),
                  Column::from_texts("topics", Kind::nominal, list),
                  Column::from_texts("gender", Kind::nominal, gender),
                  Column::numeric("age", age)});
}

std::vector<Edge> random_edges(Draws& draws, Node nodes) {
    std::vector<Edge> edges;
    const auto count = static_cast<std::uint64_t>(nodes);
    for (std::uint64_t i = draws.below(3 * count); i > 0; --i) {
        edges.push_back(
            {static_cast<Node>(draws.below(count)), static_cast<Node>(draws.below(count))});
    }
    return edges;
}

Pair random_pair(std::int64_t seed) {
    Draws draws = Random(9).stream("pair").at(seed);
    const auto nodes = static_cast<Node>(1 + draws.below(9));
    Pair pair;
    for (Node node = 0; node < nodes; ++node) pair.before.ids.push_back(std::to_string(node));
    pair.after.ids = pair.before.ids;
    pair.before.attributes = random_attributes(draws, nodes, false);
    pair.after.attributes = random_attributes(draws, nodes, true);
    pair.before.edges = random_edges(draws, nodes);
    pair.after.edges = draws.below(2) == 0 ? pair.before.edges : random_edges(draws, nodes);
    return pair;
}

double graph_measures_share(
    const std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t>& a,
    const std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t>& b) {
    std::int64_t all = 0, apart = 0;
    for (const auto& [key, count] : a) {
        all += count;
        const auto other = b.find(key);
        apart += std::abs(count - (other == b.end() ? 0 : other->second));
    }
    for (const auto& [key, count] : b) {
        all += count;
        apart += a.contains(key) ? 0 : count;
    }
    return all == 0 ? 0 : 100 * static_cast<double>(apart) / static_cast<double>(all);
}

TEST(AttributeLoss, IsThatOfWholeMatrices) {
    for (int seed = 0; seed < 3000; ++seed) {
        const Pair pair = random_pair(seed);
        const NodeAttributes attributes =
            node_attributes(test::threads(1), pair.before.attributes, {}, &pair.after.attributes);
        const AttributeLosses found =
            attribute_loss(test::threads(2), attributes, pair.before, pair.after);
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            const Attribute& its = *attributes[i];
            std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> m, m_after, f, f_after;
            const auto count_edge = [&](auto& matrix, std::int32_t a, std::int32_t b) {
                for (const std::int32_t x : its.categories(a)) {
                    for (const std::int32_t y : its.categories(b)) {
                        ++matrix[{std::min(x, y), std::max(x, y)}];
                    }
                }
            };
            for (const Edge& edge : pair.before.edges) {
                count_edge(m, its.code(edge.from), its.code(edge.to));
            }
            for (const Edge& edge : pair.after.edges) {
                count_edge(m_after, its.masked_code(edge.from), its.masked_code(edge.to));
            }
            double moved = 0;
            for (Node node = 0; node < pair.before.nodes(); ++node) {
                for (const std::int32_t c : its.categories(its.code(node))) ++f[{c, 0}];
                for (const std::int32_t c : its.categories(its.masked_code(node))) {
                    ++f_after[{c, 0}];
                }
                moved += its.climbed(its.code(node), its.masked_code(node));
            }
            ASSERT_NEAR(found.attributes[i].aamil, graph_measures_share(m, m_after), 1e-9)
                << seed << its.name();
            ASSERT_NEAR(found.attributes[i].cdil, graph_measures_share(f, f_after), 1e-9)
                << seed << its.name();
            ASSERT_NEAR(found.attributes[i].dbil, 100 * moved / pair.before.nodes(), 1e-9);
            ASSERT_LE(found.attributes[i].average(), 100 + 1e-9);
        }
    }
}

TEST(ProfileLinkage, IsThatOfAllPairs) {
    for (int seed = 0; seed < 3000; ++seed) {
        const Pair pair = random_pair(seed);
        const NodeAttributes attributes =
            node_attributes(test::threads(1), pair.before.attributes, {}, &pair.after.attributes);
        const Node nodes = pair.before.nodes();
        double expected = 0, strict = 0, lax = 0;
        for (Node user = 0; user < nodes; ++user) {
            std::vector<double> distances;
            for (Node other = 0; other < nodes; ++other) {
                double sum = 0;
                for (const auto& its : attributes) {
                    sum += its->climbed(its->code(user), its->masked_code(other));
                }
                distances.push_back(sum);
            }
            const double least = *std::ranges::min_element(distances);
            const auto near = std::ranges::count_if(
                distances, [&](double distance) { return distance <= least + 1e-9; });
            if (distances[static_cast<std::size_t>(user)] > least + 1e-9) continue;
            expected += 1 / static_cast<double>(near);
            strict += near == 1 ? 1 : 0;
            ++lax;
        }
        const ProfileLinkage found = link_profiles(test::threads(2), attributes, nodes, Random(1));
        ASSERT_NEAR(found.expected, 100 * expected / nodes, 1e-9) << seed;
        ASSERT_NEAR(found.strict, 100 * strict / nodes, 1e-9);
        ASSERT_NEAR(found.lax, 100 * lax / nodes, 1e-9);
        ASSERT_FALSE(found.sampled);
        ASSERT_LE(found.expected, 100.0 / static_cast<double>(found.smallest) + 1e-9);
    }
}

TEST(ProfileLinkage, ASampleIsNearTheWhole) {
    Draws draws = Random(5).stream("large").at(0);
    constexpr Node kNodes = 3000;
    Pair pair;
    for (Node node = 0; node < kNodes; ++node) pair.before.ids.push_back(std::to_string(node));
    pair.before.attributes = random_attributes(draws, kNodes, false);
    pair.after.attributes = pair.before.attributes;
    const NodeAttributes attributes =
        node_attributes(test::threads(1), pair.before.attributes, {}, &pair.after.attributes);
    const ProfileLinkage whole = link_profiles(test::threads(2), attributes, kNodes, Random(1));
    const ProfileLinkage some =
        link_profiles(test::threads(2), attributes, kNodes, Random(1), {1, 100});
    EXPECT_FALSE(whole.sampled);
    EXPECT_TRUE(some.sampled);
    EXPECT_EQ(some.linked, 100);
    EXPECT_GT(some.standard_error, 0);
    EXPECT_NEAR(some.expected, whole.expected, 5 * some.standard_error + 1e-9);
    const ProfileLinkage again =
        link_profiles(test::threads(1), attributes, kNodes, Random(1), {1, 100});
    EXPECT_EQ(again.expected, some.expected);
}

}  // namespace
}  // namespace lethe::graph
