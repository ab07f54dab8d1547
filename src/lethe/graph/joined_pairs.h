// Which nodes are joined while edges come and go: a graph and its changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

class JoinedPairs {
  public:
    explicit JoinedPairs(const Adjacency& before) : before_(before) {}

    bool joined(Node a, Node b) const {
        if (added_.contains(key(a, b))) return true;
        return before_.joined(a, b) && !removed_.contains(key(a, b));
    }
    void add(Node a, Node b) {
        if (removed_.erase(key(a, b)) == 0) added_.insert(key(a, b));
    }
    void remove(Node a, Node b) {
        if (added_.erase(key(a, b)) == 0) removed_.insert(key(a, b));
    }

    // The same number for both directions.
    static std::uint64_t key(Node a, Node b) {
        const auto [low, high] = std::minmax(a, b);
        return (static_cast<std::uint64_t>(low) << 32) | static_cast<std::uint32_t>(high);
    }

  private:
    const Adjacency& before_;
    std::unordered_set<std::uint64_t> added_;
    std::unordered_set<std::uint64_t> removed_;
};

}  // namespace lethe::graph
