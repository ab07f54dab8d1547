// Pairs of elements of which one must be given up, and the cuts that cliques of such pairs give: of
// a clique of q elements at most one can be kept, so the x of its elements sum to at least q - 1.
// The pairs alone, relaxed, give no more than q / 2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

class ConflictGraph {
  public:
    explicit ConflictGraph(std::int32_t vertices);

    void add(std::int32_t a, std::int32_t b);
    bool adjacent(std::int32_t a, std::int32_t b) const {
        return adjacent_[static_cast<std::size_t>(a) * size_ + static_cast<std::size_t>(b)] != 0;
    }

    // Cliques of three or more, each ascending, whose x sum to less than their size - 1: those that
    // a greedy search finds, at most `most`. O(v^2 q) for v vertices with x below 1.
    std::vector<std::vector<std::int32_t>> violated_cliques(std::span<const double> x,
                                                            std::size_t most) const;

  private:
    std::size_t size_;
    std::vector<char> adjacent_;
    std::vector<char> touched_;  // has a neighbour
};

}  // namespace lethe
