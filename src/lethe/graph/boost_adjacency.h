// An Adjacency as a graph of Boost: its algorithms run on it as it is, without a copy.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <utility>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

class OutEdge
    : public boost::iterator_facade<OutEdge, Edge, boost::random_access_traversal_tag, Edge> {
  public:
    OutEdge() = default;
    OutEdge(Node from, const Node* to) : from_(from), to_(to) {}

  private:
    friend class boost::iterator_core_access;
    Edge dereference() const { return {from_, *to_}; }
    bool equal(const OutEdge& other) const { return to_ == other.to_; }
    void increment() { ++to_; }
    void decrement() { --to_; }
    void advance(std::ptrdiff_t steps) { to_ += steps; }
    std::ptrdiff_t distance_to(const OutEdge& other) const { return other.to_ - to_; }

    Node from_ = 0;
    const Node* to_ = nullptr;
};

}  // namespace lethe::graph

namespace boost {

template <>
struct graph_traits<lethe::graph::Adjacency> {
    using vertex_descriptor = lethe::graph::Node;
    using edge_descriptor = lethe::graph::Edge;
    using directed_category = undirected_tag;
    using edge_parallel_category = disallow_parallel_edge_tag;
    struct traversal_category : incidence_graph_tag, adjacency_graph_tag, vertex_list_graph_tag {};
    using vertex_iterator = counting_iterator<lethe::graph::Node>;
    using adjacency_iterator = const lethe::graph::Node*;
    using out_edge_iterator = lethe::graph::OutEdge;
    using vertices_size_type = std::size_t;
    using degree_size_type = std::size_t;
    using edges_size_type = std::size_t;
    static vertex_descriptor null_vertex() { return -1; }
};

template <>
struct property_map<lethe::graph::Adjacency, vertex_index_t> {
    using type = typed_identity_property_map<lethe::graph::Node>;
    using const_type = type;
};

}  // namespace boost

namespace lethe::graph {

using AdjacencyTraits = boost::graph_traits<Adjacency>;

inline std::pair<AdjacencyTraits::vertex_iterator, AdjacencyTraits::vertex_iterator> vertices(
    const Adjacency& graph) {
    return {AdjacencyTraits::vertex_iterator(0), AdjacencyTraits::vertex_iterator(graph.nodes())};
}
inline std::size_t num_vertices(const Adjacency& graph) {
    return static_cast<std::size_t>(graph.nodes());
}
inline std::pair<const Node*, const Node*> adjacent_vertices(Node node, const Adjacency& graph) {
    const auto near = graph[node];
    return {near.data(), near.data() + near.size()};
}
inline std::pair<OutEdge, OutEdge> out_edges(Node node, const Adjacency& graph) {
    const auto [begin, end] = adjacent_vertices(node, graph);
    return {OutEdge(node, begin), OutEdge(node, end)};
}
inline std::size_t out_degree(Node node, const Adjacency& graph) { return graph[node].size(); }
inline Node source(const Edge& edge, const Adjacency&) { return edge.from; }
inline Node target(const Edge& edge, const Adjacency&) { return edge.to; }
inline boost::typed_identity_property_map<Node> get(boost::vertex_index_t, const Adjacency&) {
    return {};
}

}  // namespace lethe::graph
