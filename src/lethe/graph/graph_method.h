// What methods of social graphs take and give; each is one file of protect/ or measure/ and one
// line of methods.def.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"
#include "lethe/method/method.h"

namespace lethe::graph {

struct ProtectInput {
    const SocialGraph& graph;
    // By which nodes are grouped; none named: all but text. For methods of edges: those that are
    // published with the values of groups.
    const AttributeChoice& attributes;
    Random random;
    const Context& context;
};

// A method of nodes sets `groups`, `attributes` and `loss` and leaves edges as they are; one of
// edges leaves attributes as they are. What is promised is counted again in the last graph of a
// release, see protect_graph.h.
struct ProtectOutput {
    SocialGraph graph;                         // nodes in the order of the original
    Clusters groups = {};                      // empty where nodes were not grouped
    std::vector<std::string> attributes = {};  // that are the same in a group
    double loss = 0;                           // generalisation_loss
    // Loops and repeats, which are left out where edges are changed: what was added would stand
    // out beside edges that come twice.
    std::int64_t edges_left_out = 0;
    std::int64_t edges_added = 0;
    std::int64_t edges_removed = 0;
    std::int64_t k_of_nodes = 0;    // so many nodes share their attributes, is promised; 0: nothing
    std::int64_t k_of_degrees = 0;  // so many nodes share their number of neighbours
    // So many share their attributes and their numbers of neighbours, in each direction where
    // edges have one.
    std::int64_t k_of_both = 0;
    // Of a masking method of tables (MaskOutput): for the record, for the private log, and notes.
    Json facts = Json::object();
    Json private_facts = Json::object();
    std::vector<std::string> warnings = {};
};

// Whether a protection is of the nodes' attributes: it accepts columns then. Others change edges.
inline bool protects_nodes(const MethodInfo& info) { return !info.kinds.empty(); }

// Node i of `published` is node i of `original`.
struct AssessInput {
    const SocialGraph& original;
    const SocialGraph& published;
    const AttributeChoice& attributes;
    Random random;
    const Context& context;
};

template <class P>
using ProtectFunction = ProtectOutput (*)(const ProtectInput&, const P&);
template <class P>
using AssessFunction = Measurement (*)(const AssessInput&, const P&);

template <class P>
Method make_protection(MethodInfo info, const Schema<P>& schema, ProtectFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = Family::mask;
    method.info.data = DataKind::graph;
    method.protect_graph = [schema, apply](const ProtectInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

template <class P>
Method make_assessment(Family family, MethodInfo info, const Schema<P>& schema,
                       AssessFunction<P> apply) {
    Method method = lethe::detail::bare_method(std::move(info), schema);
    method.info.family = family;
    method.info.data = DataKind::graph;
    method.assess_graph = [schema, apply](const AssessInput& input, const Json& params) {
        return apply(input, lethe::detail::rebind(schema, params));
    };
    return method;
}

}  // namespace lethe::graph
