#include "lethe/algo/branch_and_cut/conflict_graph.h"

#include <algorithm>
#include <set>

namespace lethe {
namespace {

constexpr double kViolatedClique = 1e-3;

}  // namespace

ConflictGraph::ConflictGraph(std::int32_t vertices)
    : size_(static_cast<std::size_t>(vertices)), adjacent_(size_ * size_, 0), touched_(size_, 0) {}

void ConflictGraph::add(std::int32_t a, std::int32_t b) {
    const auto row = static_cast<std::size_t>(a);
    const auto column = static_cast<std::size_t>(b);
    adjacent_[row * size_ + column] = adjacent_[column * size_ + row] = 1;
    touched_[row] = touched_[column] = 1;
}

std::vector<std::vector<std::int32_t>> ConflictGraph::violated_cliques(std::span<const double> x,
                                                                       std::size_t most) const {
    std::vector<std::int32_t> order;
    for (std::size_t v = 0; v < size_; ++v) {
        if (touched_[v] != 0 && x[v] < 1.0 - kViolatedClique) {
            order.push_back(static_cast<std::int32_t>(v));
        }
    }
    const auto value = [&](std::int32_t v) { return x[static_cast<std::size_t>(v)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return value(a) < value(b); });
    std::set<std::vector<std::int32_t>> found;
    std::vector<char> covered(size_, 0);
    for (const std::int32_t seed : order) {
        if (found.size() >= most) break;
        if (covered[static_cast<std::size_t>(seed)] != 0) continue;
        std::vector<std::int32_t> clique{seed};
        double kept = 1.0 - value(seed);
        for (const std::int32_t v : order) {
            const bool joins = std::all_of(clique.begin(), clique.end(), [&](std::int32_t member) {
                return adjacent(member, v);
            });
            if (!joins) continue;
            clique.push_back(v);
            kept += 1.0 - value(v);
        }
        if (clique.size() < 3 || kept <= 1.0 + kViolatedClique) continue;
        for (const std::int32_t v : clique) covered[static_cast<std::size_t>(v)] = 1;
        std::sort(clique.begin(), clique.end());
        found.insert(std::move(clique));
    }
    return {found.begin(), found.end()};
}

}  // namespace lethe
