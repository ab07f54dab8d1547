// Looking for the heaviest candidates of a record by levels of agreement, without looking at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/linkage/level_agreement.h"

namespace lethe {

// A tree over the distinct rows of the index. The views, classes and weights must outlive it.
class HeaviestLinks {
  public:
    // weights[column][level], whole numbers; a nearer level never weighs less than a farther one,
    // but where there are two levels alone they may be anything.
    HeaviestLinks(std::span<const LevelView> views, const LevelClasses& classes,
                  std::span<const std::vector<std::int64_t>> weights);

    struct Found {
        bool heaviest = false;    // no candidate outweighs the query's own
        std::int64_t ties = 0;    // then: so many rows weigh as much, the own one included
        std::int64_t visits = 0;  // nodes and rows that were looked at: the work
    };
    // `own`: the class of the query's own row.
    Found look(std::size_t query, std::int32_t own) const;

  private:
    struct Node {
        std::int32_t begin = 0;  // of the classes in the order of the tree
        std::int32_t end = 0;
        std::int64_t rows = 0;
        std::int32_t left = -1;  // its sibling follows it; -1: a leaf
    };
    struct Bounds {
        std::int64_t most = 0;
        std::int64_t least = 0;
    };
    struct Span {
        std::int32_t lo = 0;
        std::int32_t hi = 0;
    };

    void split(std::size_t node, std::vector<std::int32_t>& order);
    Bounds bounds(std::span<const std::int32_t> query, std::size_t node) const;
    std::int64_t weight(std::span<const std::int32_t> query, std::size_t place) const;

    std::span<const LevelView> views_;
    const LevelClasses& classes_;
    std::span<const std::vector<std::int64_t>> weights_;
    std::vector<Node> nodes_;
    std::vector<Span> spans_;          // of the codes, by node and column
    std::vector<std::int32_t> codes_;  // by place in the tree and column
    std::vector<std::int64_t> rows_;   // by place
};

}  // namespace lethe
