// How near two records are on each column, in a few ordered levels, for probabilistic record
// linkage: equal, very near, near, ..., apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"

namespace lethe {

// One column of two files x and y. Categories are numbers too: their places in an order (with the
// widths 0, 1, 2), or codes that are equal or not (with the width 0 alone).
struct LevelColumn {
    std::vector<double> x;  // NaN: missing, which is apart from everything
    std::vector<double> y;
    std::vector<double> widths;  // ascending; within widths[0] is the nearest level, and so on

    // Values that only y has and that stand for several of x (merged categories): there y is NaN
    // and set_of the number of the set. An x of the set is at a level of its own, the second.
    std::vector<std::int32_t> set_of;       // by row of y; -1: not a set. Empty without sets
    std::vector<std::vector<double>> sets;  // ascending

    bool has_sets() const { return !sets.empty(); }
    int levels() const { return static_cast<int>(widths.size()) + (has_sets() ? 2 : 1); }
    int apart() const { return levels() - 1; }
    // The level of the l-th width.
    int level_of_width(std::size_t l) const {
        return static_cast<int>(l) + (l > 0 && has_sets() ? 1 : 0);
    }
    // Of one pair of rows.
    int level(std::size_t row_x, std::size_t row_y) const;
};

// For each level the pairs of a row of x and a row of y that are at it, all pairs counted: by
// sorting, so linear but for that in the rows.
std::vector<std::int64_t> count_levels(const LevelColumn& column);

// The side that looks (queries) and the side that is looked at (the index).
enum class Looks { from_x, from_y };

// A column as a search sees it. The index's values are codes in ascending order, so that what is
// near a query is a range of codes; the ranges of wider levels hold those of nearer ones.
class LevelView {
  public:
    // `rows`: the rows of the looking side that look.
    LevelView(const LevelColumn& column, Looks looks, std::span<const std::int64_t> rows);

    int levels() const { return levels_; }
    int apart() const { return levels_ - 1; }
    std::int32_t codes() const { return codes_; }
    std::span<const std::int32_t> queries() const { return query_; }  // code of each query
    std::span<const std::int32_t> index() const { return index_; }    // of each row; -1: missing

    int level(std::int32_t query, std::int32_t code) const { return nearest(query, code, code); }
    // The nearest, and the farthest, level that a code from lo to hi may be at; lo may be -1.
    int nearest(std::int32_t query, std::int32_t lo, std::int32_t hi) const;
    int farthest(std::int32_t query, std::int32_t lo, std::int32_t hi) const;

    // Adds to each total the weight of the level that its code is at. For two sizes of weights, all
    // whole numbers: the sums are exact.
    void add_weights(std::int32_t query, std::span<const std::int32_t> codes,
                     std::span<const std::int32_t> by_level, std::span<std::int32_t> totals) const;
    void add_weights(std::int32_t query, std::span<const std::int32_t> codes,
                     std::span<const std::int64_t> by_level, std::span<std::int64_t> totals) const;

  private:
    struct Range {
        std::int32_t begin = 0;
        std::int32_t end = 0;
    };
    const Range* ranges(std::int32_t query) const {
        return ranges_.data() + static_cast<std::size_t>(query) * widths_;
    }
    template <class Weight>
    void add(std::int32_t query, std::span<const std::int32_t> codes,
             std::span<const Weight> by_level, std::span<Weight> totals) const;
    // How many of the codes lo..hi the query stands for, or stand for it.
    std::int32_t covered(std::int32_t query, std::int32_t lo, std::int32_t hi) const;

    int levels_ = 0;
    std::size_t widths_ = 0;
    std::int32_t codes_ = 0;
    std::vector<std::int32_t> query_;
    std::vector<std::int32_t> index_;
    std::vector<Range> ranges_;         // by code of the query and width
    std::vector<std::int32_t> covers_;  // by code of the query, running counts; empty without sets
};

// The index's rows, equal ones together.
struct LevelClasses {
    Groups groups;
    std::vector<std::vector<std::int32_t>> codes;  // by column and class
};
LevelClasses index_classes(const Context& context, std::span<const LevelView> views);

// Equal queries together.
Groups query_classes(const Context& context, std::span<const LevelView> views);

}  // namespace lethe
