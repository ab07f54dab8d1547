#include "lethe/graph/files/node_numbers.h"

#include <functional>
#include <limits>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::graph {

// Where the id stands or would stand.
std::size_t NodeNumbers::place(std::string_view id) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(id)&mask;
    while (slots_[at] != kNoNode && ids_[static_cast<std::size_t>(slots_[at])] != id) {
        at = (at + 1) & mask;
    }
    return at;
}

void NodeNumbers::grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kNoNode);
    for (std::size_t i = 0; i < ids_.size(); ++i) slots_[place(ids_[i])] = static_cast<Node>(i);
}

Node NodeNumbers::find(std::string_view id) const {
    return slots_.empty() ? kNoNode : slots_[place(id)];
}

std::pair<Node, bool> NodeNumbers::add(std::string_view id) {
    if (2 * (ids_.size() + 1) > slots_.size()) grow();
    const std::size_t at = place(id);
    if (slots_[at] != kNoNode) return {slots_[at], false};
    if (ids_.size() >= static_cast<std::size_t>(std::numeric_limits<Node>::max())) {
        throw Error(ErrorKind::input, "a graph may have at most 2147483647 nodes");
    }
    slots_[at] = size();
    ids_.emplace_back(id);
    return {slots_[at], true};
}

}  // namespace lethe::graph
