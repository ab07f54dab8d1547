// A social graph: people who know each other. Nodes are the rows of a table of attributes (of every
// kind: numbers, categories, concepts with their meaning, lists of topics); edges join two of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/data/table.h"

namespace lethe::graph {

using Node = std::int32_t;

struct Edge {
    Node from = 0;
    Node to = 0;
    friend auto operator<=>(const Edge&, const Edge&) = default;
};

// Edges are kept as they were given: in their order, with loops and repeats. Without direction an
// edge stands for both ways and is held once.
struct SocialGraph {
    bool directed = false;
    std::vector<std::string> ids;  // of each node; all different
    Table attributes;              // a row a node, in the order of the ids; no column for the id
    std::vector<Edge> edges;
    std::vector<double> weights;  // of each edge; empty where there are none

    Node nodes() const { return static_cast<Node>(ids.size()); }
};

// Error(internal) unless ids, attributes, weights and the ends of the edges fit together.
void check_graph(const SocialGraph& graph);

// Who is joined to whom, without direction, loops and repeats: of each node its neighbours,
// ascending. Everything structural is asked of this.
class Adjacency {
  public:
    explicit Adjacency(const SocialGraph& graph) : Adjacency(graph.nodes(), graph.edges) {}
    Adjacency(Node nodes, std::span<const Edge> edges);

    Node nodes() const { return static_cast<Node>(begin_.size()) - 1; }
    std::int64_t edges() const { return std::ssize(neighbours_) / 2; }
    std::span<const Node> operator[](Node node) const {
        const auto from = begin_[static_cast<std::size_t>(node)];
        const auto to = begin_[static_cast<std::size_t>(node) + 1];
        return std::span(neighbours_).subspan(from, to - from);
    }
    std::int64_t degree(Node node) const { return std::ssize((*this)[node]); }
    bool joined(Node a, Node b) const;    // logarithmic
    std::vector<Edge> edge_list() const;  // from < to, ascending

  private:
    std::vector<std::size_t> begin_;
    std::vector<Node> neighbours_;
};

// Of each node to how many different others its edges lead, and from how many they come; loops do
// not count.
struct DirectedDegrees {
    std::vector<std::int64_t> out, in;
};
DirectedDegrees directed_degrees(const SocialGraph& graph);

// The same graph without loops, and with one edge for those that join the same nodes (in the same
// direction where edges have one), their weights added up.
SocialGraph with_single_edges(const SocialGraph& graph);

// How edges are made up: for reports.
struct EdgeCounts {
    std::int64_t edges = 0;     // as given
    std::int64_t loops = 0;     // from a node to itself
    std::int64_t repeats = 0;   // that join what another one joins already, loops left out
    std::int64_t isolated = 0;  // nodes without a neighbour
    std::int64_t parts = 0;     // connected components
};

EdgeCounts edge_counts(const SocialGraph& graph, const Adjacency& adjacency);

}  // namespace lethe::graph
