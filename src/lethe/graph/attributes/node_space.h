// Some nodes of a graph as a space: what near means where nodes are grouped. The distance of two
// nodes is
//
//   (1 - closeness) * mean distance of their attributes + closeness * hops / 3
//
// where hops is the length of the shortest path, at most 3: neighbours are at 1/3, neighbours of a
// neighbour at 2/3, all others at 1. A path may lead through nodes that are not among these. To a
// centre only the attributes count.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/graph/attributes/node_attributes.h"
#include "lethe/graph/social_graph.h"

namespace lethe::graph {

constexpr double kCloseness = 0.25;

class NodeSpace {
  public:
    // Of each attribute, the distances of its values here from the centre.
    using Point = std::vector<double>;

    // Row i is nodes[i]. What is referred to must outlive the space.
    NodeSpace(const NodeAttributes& attributes, const Adjacency& adjacency,
              std::span<const std::int64_t> nodes, double closeness);

    std::int64_t rows() const { return rows_; }
    Point point(std::int64_t row) const { return centroid(std::span(&row, 1)); }
    double distance(std::int64_t a, std::int64_t b) const;
    double distance(const Point& point, std::int64_t row) const;
    Point centroid(std::span<const std::int64_t> rows) const;

  private:
    struct Values {
        const Attribute* attribute = nullptr;
        std::vector<std::int32_t> codes;   // that the nodes have, ascending
        std::vector<std::int32_t> places;  // of each row, in `codes`
        std::vector<double> table;         // distances of codes; empty where there are too many
        std::size_t first = 0;             // in a Point
    };

    void find_near(const Adjacency& adjacency, std::span<const std::int64_t> nodes);
    bool bit(const std::vector<std::uint64_t>& bits, std::int64_t a, std::int64_t b) const;

    std::int64_t rows_;
    double attribute_weight_;
    double hop_weight_;
    std::vector<Values> values_;
    std::size_t point_size_ = 0;
    std::size_t words_ = 0;                // of 64 bits, a row of the two below
    std::vector<std::uint64_t> one_hop_;   // which rows are neighbours of a row
    std::vector<std::uint64_t> two_hops_;  // which rows have a neighbour in common with a row
};

}  // namespace lethe::graph
