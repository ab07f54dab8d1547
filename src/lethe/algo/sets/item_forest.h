// Records that are sets of items, and what the items can be generalised to: a forest whose nodes
// are items or stand for those below them. Above a top there is nothing but suppression. Without a
// hierarchy every item is a top.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe::sets {

using Node = std::int32_t;
inline constexpr Node kGone = -1;  // suppressed; as a parent: none

// Numbered so that the nodes below v are v + 1 .. end[v] - 1. Items are leaves: a concept that is
// an item and has items below it has a leaf of its own below it.
struct ItemForest {
    std::vector<Node> parent;
    std::vector<Node> end;
    // What an item loses that is raised to the node, as a share of all that can be lost: between 0
    // and 1, never falling on the way up. What is suppressed loses 1.
    std::vector<double> penalty;

    Node size() const { return static_cast<Node>(parent.size()); }
    Node parent_of(Node v) const { return parent[static_cast<std::size_t>(v)]; }
    Node end_of(Node v) const { return end[static_cast<std::size_t>(v)]; }
    double penalty_of(Node v) const {
        return v == kGone ? 1 : penalty[static_cast<std::size_t>(v)];
    }
    bool is_leaf(Node v) const { return end_of(v) == v + 1; }
    bool covers(Node above, Node v) const { return above <= v && v < end_of(above); }
};

// The different items of each record, ascending.
using SetRecords = Lists<Node>;

}  // namespace lethe::sets
