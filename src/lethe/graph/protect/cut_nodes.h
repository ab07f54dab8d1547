// Cutting nodes top down into parts that are alike: along the hierarchies of their attributes, at
// the middle of numbers and orders, and along a walk over the graph. In the way of Mondrian
// (LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity, 2006). See cut_nodes.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

struct CutOptions {
    std::int64_t smallest = 5;  // no part has fewer nodes
    std::int64_t largest = 0;   // parts that are not larger stay whole; 0: cut as far as possible
    double closeness = 0.25;    // weight of the graph, see node_space.h
};

// Every node is in one part.
struct NodeParts {
    std::vector<std::int64_t> nodes;
    std::vector<std::size_t> begin = {0};

    std::size_t count() const { return begin.size() - 1; }
    std::span<const std::int64_t> operator[](std::size_t part) const {
        return std::span(nodes).subspan(begin[part], begin[part + 1] - begin[part]);
    }
};

// Of at least `smallest` nodes. Where `largest` is given, it is at least twice `smallest`, and no
// part is larger. Does not depend on the number of threads.
NodeParts cut_nodes(const Context& context, const NodeAttributes& attributes,
                    const Adjacency& adjacency, const CutOptions& options);

// As far as possible, each part a group. Error(usage) for a closeness out of range, Error(unmet)
// for fewer than k nodes.
Clusters cut_groups(const Context& context, const NodeAttributes& attributes,
                    const Adjacency& adjacency, std::int64_t k, double closeness);

// A closeness that is none.
void check_closeness(double closeness, Problems& problems);

// The place of each node in a walk over the graph, breadth first from the lowest node of each
// component.
std::vector<std::int32_t> walk_places(const Adjacency& adjacency);

}  // namespace lethe::graph
