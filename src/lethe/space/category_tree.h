// An exact search tree over records of a CategorySpace from which records can be removed: who is
// farthest from a point, who is nearest. The essay in category_tree.cc tells the idea.
//
// A record is known by its number, and by the row that stands for it in ties. Building costs
// O(n log n), removing O(log n). A search looks at few nodes where records differ mostly in few
// columns; `visits` tells how many, so that one may give up the tree for a plain scan. Not for
// several threads at once: searches keep their state in the tree.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lethe/space/categories.h"

namespace lethe {

class CategoryTree {
  public:
    static constexpr std::int64_t kFan = 8;
    static constexpr std::int64_t kLeaf = 16;
    static constexpr std::int32_t kNone = 0x7fffffff;  // no row: after all others

    struct Record {
        std::int32_t number = 0;
        std::int32_t row = 0;  // has the record's codes, and is its place in ties
    };

    // The numbers of the records are different and below `numbers`.
    CategoryTree(const CategorySpace& space, std::span<const Record> records, std::int64_t numbers);

    std::int64_t size() const { return size_; }      // records
    std::int64_t visits() const { return visits_; }  // of nodes and leaves, by all searches so far

    // Another row, with the same codes, stands for the record from now on.
    void set_row(std::int32_t number, std::int32_t row);
    void remove(std::int32_t number);

    // The row of the record farthest from the point, the lowest of them in a tie; kNone for an
    // empty tree.
    std::int32_t farthest(const CategorySpace::Point& from);

    // The `count` rows nearest to the point, ordered by distance, then row. Behind a record's own
    // row come those of its list: next_row[row] is the next one, higher, or -1.
    void nearest(const CategorySpace::Point& from, std::int64_t count,
                 std::span<const std::int32_t> next_row, std::vector<std::int64_t>& found);

  private:
    struct Axis {
        std::size_t column = 0;
        std::int32_t unit = 0;
    };
    // Ordered columns that are bounded together for `farthest`: one sum of their values for each
    // choice of signs.
    struct Signs {
        std::size_t first = 0, count = 0;
        std::size_t choices() const { return std::size_t{1} << count; }
        std::int32_t sign(std::size_t choice, std::size_t column) const {
            return (choice >> column & 1) != 0 ? -1 : 1;
        }
    };
    // Where the node (a leaf or a group of nodes) hangs.
    struct Parent {
        std::int32_t group = -1;
        std::int32_t child = 0;
    };

    class Builder;

    void build(const CategorySpace& space, std::span<const Record> records);
    void choose_axes(const CategorySpace& space, std::span<const Record> records);
    void look_from(const CategorySpace::Point& from);

    // A category as a set of one; categories that agree modulo 32 are not told apart.
    static std::int32_t set_of(std::int32_t code) {
        return static_cast<std::int32_t>(std::uint32_t{1} << (code & 31));
    }

    // Lines of kFan or kLeaf numbers that describe nodes side by side.
    std::int32_t* group(std::int64_t index) { return groups_.data() + index * group_size_; }
    std::int32_t* leaf(std::int64_t index) { return leaves_.data() + index * leaf_size_; }
    const std::int32_t* leaf(std::int64_t index) const {
        return leaves_.data() + index * leaf_size_;
    }

    bool refresh_from_leaf(std::int64_t index);
    bool refresh_from_group(std::int64_t index);
    void refresh_above(Parent parent);
    void pad(std::int64_t index);

    // Of the eight nodes of a group, for the search that goes on.
    void far_bounds(const std::int32_t* group, std::int32_t* bound) const;
    void near_bounds(const std::int32_t* group, std::int32_t* bound) const;
    void descend_far(std::int64_t index);
    void visit_far(std::int64_t index);
    void measure(std::int64_t index, std::int32_t* distances) const;
    void descend_near(std::int64_t index);
    void visit_near(std::int64_t index);
    void offer(std::int64_t key);

    std::vector<Axis> ordered_, nominal_;
    std::vector<Signs> signs_;
    std::size_t sums_ = 0;  // choices of signs in all
    std::int64_t size_ = 0;
    std::int64_t visits_ = 0;

    // A group: a line of rows, of children, of low and of high ends for each ordered column, of
    // largest sums for each choice of signs, of sets and of lone categories for each nominal one.
    std::int64_t group_size_ = 0;
    std::vector<std::int32_t> groups_;
    std::vector<Parent> above_group_;
    // A leaf: a line of rows, of record numbers, of values for each ordered column, of codes for
    // each nominal one.
    std::int64_t leaf_size_ = 0;
    std::vector<std::int32_t> leaves_;
    std::vector<Parent> above_leaf_;
    std::vector<std::int32_t> held_;   // records of each leaf; the first slots of it
    std::vector<std::int32_t> place_;  // of each record: its slot, counted over all leaves

    // The search that goes on.
    std::vector<std::int32_t> value_, code_, sum_;  // of the point
    std::int64_t best_ = 0;                         // of `farthest`
    std::vector<std::int64_t> heap_;                // of `nearest`, the worst in front
    std::size_t wanted_ = 0;
    std::int64_t limit_ = 0;
    std::span<const std::int32_t> next_row_;
};

}  // namespace lethe
