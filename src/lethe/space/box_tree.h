// An exact search tree over points of R^d from which points can be removed. The essay in
// box_tree.cc tells the idea and why its bounds are safe under rounding.
//
// The tree has leaves of kLeaf slots; a slot holds a point or nothing. Siblings stand in groups of
// kFan, and their bounds are computed together. Building costs O(n log n), removing a point
// O(log n). Const members may be called from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/points.h"

namespace lethe {

class BoxTree {
  public:
    static constexpr std::int64_t kFan = 8;
    static constexpr std::int64_t kLeaf = 16;

    // kFan siblings: the children of a node, or the nodes at the top. Some may hold nothing.
    struct Group {
        std::size_t level;
        std::int64_t index;
    };

    // What `farthest_bounds` needs to know of a point.
    struct FarView {
        std::vector<double> direction;  // from the point to the anchor
        double constant = 0.0;          // squared distance to the anchor, and room for rounding
    };

    // A tree over the given rows of `points`. At least one dimension. The coordinates are copied.
    BoxTree(const Context& context, const Points& points, std::vector<std::int32_t> rows);

    std::int64_t leaves() const { return static_cast<std::int64_t>(rows_.size()) / kLeaf; }
    // The row that each slot was built with; -1 for none.
    std::span<const std::int32_t> rows() const { return rows_; }

    // Takes the point out of a slot that holds one.
    void remove(std::int64_t slot);

    // The kLeaf squared distances between the point and the slots of a leaf, the same bits as
    // squared_distance; NaN for a slot that holds nothing.
    void distances(std::int64_t leaf, const double* point, double* distance) const;

    // For each node of the group a number that is not above the squared distance of any point it
    // holds; NaN for a node that holds nothing.
    void nearest_bounds(Group group, const double* point, double* bound) const;

    // The same for the negative squared distance, so that the farthest comes first. The bounds are
    // the tighter, the closer the anchor is to the middle of the points; it costs a pass over the
    // tree to set it, and it must be set.
    void set_anchor(std::span<const double> anchor);
    FarView far_view(const double* point) const;
    void farthest_bounds(Group group, const FarView& view, double* bound) const;

    // How the points of each node of the group lie to the box from `low` to `high`: none of them in
    // it, all of them in it and none at its ends, or neither is known. Ends may be infinite.
    enum class Overlap : std::uint8_t { none, some, within };
    void overlaps(Group group, const double* low, const double* high, Overlap* overlap) const;

    // The slots below a node of a level are those from its first one up to that of the next node.
    std::int64_t first_slot(std::size_t level, std::int64_t node) const {
        return node * slots_below_[level];
    }

    // Visits the leaves whose bound is within the limit, the best child first. A query has
    //   void bounds(Group group, double* bound);   one of the two kinds above
    //   double limit();                            may fall while the search goes on
    //   void visit(std::int64_t leaf);
    template <class Query>
    void search(Query& query) const {
        descend(query, Group{0, 0});
    }

  private:
    struct Level {
        std::int64_t groups = 0;
        std::vector<double> boxes;   // per group and dimension: kFan low ends, kFan high ends
        std::vector<double> radius;  // per group: kFan squared distances from the anchor
    };

    void lay_out(std::int64_t points);
    void place(const Context& context, const Points& points, std::span<std::int32_t> rows);
    void fill(std::int64_t leaf, const Points& points, std::span<const std::int32_t> rows);
    void refresh_all();
    bool refresh_leaf(std::int64_t leaf);
    bool refresh_node(std::size_t level, std::int64_t node);
    bool store_side(std::size_t level, std::int64_t node, std::int64_t side, double value);
    bool store_radius(std::size_t level, std::int64_t node, double value);

    const double* group_boxes(Group group) const {
        return levels_[group.level].boxes.data() + group.index * dims_ * 2 * kFan;
    }

    template <class Query>
    void descend(Query& query, Group group) const;

    std::int64_t dims_;
    std::vector<std::int32_t> rows_;  // per slot
    std::vector<double> values_;      // per leaf and dimension: kLeaf coordinates
    std::vector<Level> levels_;       // from the top; the nodes of the last level are the leaves
    std::vector<std::int64_t> slots_below_;  // a node of each level
    std::vector<double> anchor_;
    double extent_ = 0.0;  // squared distance from the anchor to the farthest corner of all boxes
};

template <class Query>
void BoxTree::descend(Query& query, Group group) const {
    double bound[kFan];
    query.bounds(group, bound);
    std::int64_t order[kFan];
    std::int64_t found = 0;
    const double limit = query.limit();
    for (std::int64_t child = 0; child < kFan; ++child) {
        if (!(bound[child] <= limit)) continue;  // also passes over NaN
        std::int64_t place = found++;
        for (; place > 0 && bound[child] < bound[order[place - 1]]; --place) {
            order[place] = order[place - 1];
        }
        order[place] = child;
    }
    for (std::int64_t i = 0; i < found; ++i) {
        if (bound[order[i]] > query.limit()) return;
        const std::int64_t node = group.index * kFan + order[i];
        if (group.level + 1 == levels_.size()) {
            query.visit(node);
        } else {
            descend(query, Group{group.level + 1, node});
        }
    }
}

}  // namespace lethe
