// Parts of nodes that grow together: union-find by size, with paths halved on the way. Nearly
// constant time a question.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

class DisjointParts {
  public:
    // Each node is a part of its own.
    explicit DisjointParts(Node nodes)
        : parent_(static_cast<std::size_t>(nodes)),
          size_(static_cast<std::size_t>(nodes), 1),
          count_(nodes) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    std::int64_t count() const { return count_; }

    void join(Node a, Node b) {
        auto first = root(a), second = root(b);
        if (first == second) return;
        if (size_[first] < size_[second]) std::swap(first, second);
        parent_[second] = static_cast<Node>(first);
        size_[first] += size_[second];
        --count_;
    }

  private:
    std::size_t root(Node node) {
        auto at = static_cast<std::size_t>(node);
        while (parent_[at] != static_cast<Node>(at)) {
            const auto above = static_cast<std::size_t>(parent_[at]);
            parent_[at] = parent_[above];
            at = static_cast<std::size_t>(parent_[at]);
        }
        return at;
    }

    std::vector<Node> parent_;
    std::vector<Node> size_;
    std::int64_t count_;
};

}  // namespace lethe::graph
