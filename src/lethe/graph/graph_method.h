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
    const AttributeChoice& attributes;  // by which nodes are compared
    Random random;
    const Context& context;
};

struct ProtectOutput {
    SocialGraph graph;                         // nodes in the order of the original
    Clusters groups = {};                      // empty where nodes were not grouped
    std::vector<std::string> attributes = {};  // that are the same in a group
    double loss = 0;                           // of the attributes; 0 where they did not change
    std::int64_t edges_left_out = 0;           // loops and repeats
    std::int64_t edges_added = 0;
    std::int64_t edges_removed = 0;
    Json facts = Json::object();  // may be published: goes into the release record
    std::vector<std::string> warnings = {};
};

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
