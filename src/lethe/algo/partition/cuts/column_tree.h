// The tree of first parents above the values of a column, as it is cut: what every value is shown
// as at each depth, and what that loses. Only for the searches of this folder.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lethe/algo/partition/concept_ladder.h"

namespace lethe {

inline constexpr std::int64_t kTooManyCuts = 100'001;

// The tree of one column above its values.
class ColumnTree {
  public:
    ColumnTree(const TupleSpace& space, std::size_t column, const ConceptLadder& ladder,
               RaiseCost cost);

    // Values below a concept, and the place of the concept on their way from the root.
    struct Below {
        std::int32_t value = 0;
        std::size_t depth = 0;
    };

    std::int32_t root() const { return root_; }
    std::int32_t values() const { return static_cast<std::int32_t>(ways_.size()); }
    std::span<const Below> below(std::int32_t node) const { return below_.at(node); }
    std::span<const std::int32_t> children(std::int32_t node) const {
        const auto found = children_.find(node);
        return found == children_.end() ? std::span<const std::int32_t>() : found->second;
    }
    bool can_open(std::int32_t node) const { return !children(node).empty(); }
    std::int32_t node(std::int32_t value, std::size_t depth) const {
        const auto& way = ways_[static_cast<std::size_t>(value)];
        return way[std::min(depth, way.size() - 1)];
    }
    std::int64_t loss(std::int32_t value, std::size_t depth) const {
        const auto& losses = losses_[static_cast<std::size_t>(value)];
        return losses[std::min(depth, losses.size() - 1)];
    }
    // What opening a closed concept gains.
    std::int64_t gain(std::int32_t node) const {
        std::int64_t sum = 0;
        for (const Below& one : below(node)) {
            sum += loss(one.value, one.depth) - loss(one.value, one.depth + 1);
        }
        return sum;
    }

    std::int64_t cuts(std::int32_t node) const;  // of what is below it, at most kTooManyCuts

    // Of every value the depth at which it is shown.
    using Depths = std::vector<std::size_t>;
    // All cuts of what is below a node, each over `base`.
    std::vector<Depths> all_cuts(std::int32_t node, const Depths& base) const;
    std::int64_t loss(const Depths& depths) const;

  private:
    std::int32_t root_;
    std::vector<std::int64_t> counts_;
    std::vector<std::int32_t> own_;
    std::vector<std::vector<std::int32_t>> ways_;    // of each value, from the root
    std::vector<std::vector<std::int64_t>> losses_;  // of its records, at each place of the way
    std::map<std::int32_t, std::vector<Below>> below_;
    std::map<std::int32_t, std::vector<std::int32_t>> children_;
};

}  // namespace lethe
