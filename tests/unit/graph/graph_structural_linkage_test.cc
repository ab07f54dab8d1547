#include <gtest/gtest.h>

#include "lethe/graph/graph_method.h"
#include "lethe/graph/protect/perturb_edges.h"
#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe::graph {
namespace {

double found_by(const std::string& attack, const SocialGraph& original,
                const SocialGraph& published) {
    const Context context = test::threads(2);
    const AttributeChoice none;
    return find_method(attack, Family::attack, DataKind::graph)
        .assess_graph({original, published, none, Random(1), context}, Json::object())
        .value;
}

// Where a tenth of the edges moved, equal neighbourhoods are gone, and the nearest are not.
TEST(StructuralLinkage, AllowsForChangedEdges) {
    const Context context = test::threads(2);
    std::vector<Edge> edges;
    const Random random(3);
    for (std::int64_t i = 0; i < 3000; ++i) {  // some nodes have many neighbours
        auto stream = random.stream("edges").at(i);
        const auto a = static_cast<Node>(stream.below(400));
        const auto b =
            static_cast<Node>(random.stream("ends").at(i).below(static_cast<std::uint64_t>(a) + 1));
        if (a != b) edges.push_back({a, b});
    }
    SocialGraph original;
    for (Node i = 0; i < 400; ++i) original.ids.push_back(std::to_string(i));
    original.edges = edges;
    original.attributes = Table(std::vector<ColumnPtr>{});
    original = with_single_edges(original);
    const SocialGraph moved = perturb_edges(context, original, 0.1, Random(5)).graph;
    EXPECT_GT(found_by("structural-linkage", original, original), 95);
    EXPECT_GT(found_by("structural-linkage", original, moved),
              3 * found_by("structural-risk", original, moved));
}

}  // namespace
}  // namespace lethe::graph
