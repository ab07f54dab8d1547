// Numbers the nodes of a graph by their ids while it is read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/graph/social_graph.h"

namespace lethe::graph {

inline constexpr Node kNoNode = -1;

// A hash table of places in the list of ids, which holds each text once. Error(input) beyond 2^31
// nodes.
class NodeNumbers {
  public:
    Node find(std::string_view id) const;  // kNoNode: unknown
    // Its number, and whether it is new.
    std::pair<Node, bool> add(std::string_view id);
    Node size() const { return static_cast<Node>(ids_.size()); }
    std::vector<std::string> take() && { return std::move(ids_); }

  private:
    std::size_t place(std::string_view id) const;
    void grow();

    std::vector<std::string> ids_;
    std::vector<Node> slots_;
};

}  // namespace lethe::graph
