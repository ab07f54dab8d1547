// The tree.
//
// Points are split at the median of the widest dimension until at most kLeaf remain. Three binary
// splits are kept as one node with kFan = 8 children, so that the boxes of siblings lie side by
// side and the bounds of all eight cost two or three vector operations a dimension. Every level is
// full (the top one may have fewer than eight nodes), so nodes need no pointers: the children of
// node i of a level are the nodes 8i .. 8i + 7 of the next. The coordinates of a leaf are kept by
// dimension, and the sixteen distances of a leaf are computed together.
//
// A removed point becomes NaN: no comparison with NaN holds, so it is neither near nor far, and
// min/max pass over it. The boxes on the way to the top shrink as far as they can. A node that
// holds nothing has a NaN box, hence NaN bounds, and is passed over in the same way.
//
// Why the searches are exact.
//
// Nearest. A bound adds up, in column order, the squares of the gaps between the point and the box:
// the operations of the distance itself, on gaps that are not longer. Rounded subtraction,
// multiplication of non-negative numbers and addition are monotone, so the rounded bound is not
// above the rounded distance, whatever the rounding: leaving out a box whose bound is above the
// limit loses nothing, ties included.
//
// Farthest. The mirror image of that bound is safe but weak: in the middle of the data all boxes at
// the rim look alike. With an anchor a, for a point q and any p in the box,
//
//   |p - q|^2 = |p - a|^2 + |q - a|^2 + 2 (p - a).(a - q),
//
// where the first term is at most the node's squared radius (kept for each node), the second is
// constant, and the third is linear in p and so largest at a corner that the signs of a - q choose.
// On normal data this visits a quarter of the leaves that the corner bound visits; and for q near
// the anchor, the mean that MDAV starts from, the bounds are almost the radii themselves.
// This bound is not monotone, so it is given room. Let u = 2^-53, M the distance from the anchor to
// the farthest corner of all boxes and Q = |q - a|. A rounded sum of d products is wrong by at most
// (d + 4) u (first order) of the sum of its terms' magnitudes, for each of: the distance itself,
// the radius, the constant (at most (M + Q)^2 each), the linear term (at most 2 M Q). With
// (M + Q)^2 <= 2 (M^2 + Q^2) they are together below (8 d + 48) u (M^2 + Q^2), and the three last
// additions below 8 u (M^2 + Q^2); (8 d + 128) u (M^2 + Q^2) also covers the second order and the
// rounding of M and Q. Products that underflow are wrong by at most 2^-1074 each: 2^-1000 covers
// them all.
#include "lethe/space/box_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/index.h"
#include "lethe/core/limits.h"
#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/lanes.h"

namespace lethe {
namespace {

// Reorders rows into parts of equal size (within one) that lie apart from each other.
class Divider {
  public:
    explicit Divider(const Points& points)
        : points_(points), low_(at(points.dims)), high_(at(points.dims)) {}

    // cuts[i] becomes the end of part i, counted from `begin`, where the rows begin.
    void divide(std::span<std::int32_t> rows, std::int64_t begin, std::int64_t parts,
                std::int64_t* cuts) {
        if (parts == 1) {
            *cuts = begin + std::ssize(rows);
            return;
        }
        const std::int64_t left = parts / 2;
        const std::size_t middle = rows.size() * at(left) / at(parts);
        const std::int64_t dimension = widest(rows);
        keys_.clear();
        for (const std::int32_t row : rows) keys_.push_back({points_.at(row)[dimension], row});
        std::nth_element(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(middle),
                         keys_.end(), [](const Key& a, const Key& b) { return a.value < b.value; });
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keys_[i].row;
        divide(rows.first(middle), begin, left, cuts);
        divide(rows.subspan(middle), begin + static_cast<std::int64_t>(middle), parts - left,
               cuts + left);
    }

  private:
    struct Key {
        double value;
        std::int32_t row;
    };

    std::int64_t widest(std::span<const std::int32_t> rows) {
        std::fill(low_.begin(), low_.end(), kInfinity);
        std::fill(high_.begin(), high_.end(), -kInfinity);
        for (const std::int32_t row : rows) {
            const double* point = points_.at(row);
            for (std::size_t j = 0; j < low_.size(); ++j) {
                low_[j] = std::min(low_[j], point[j]);
                high_[j] = std::max(high_[j], point[j]);
            }
        }
        std::size_t widest = 0;
        for (std::size_t j = 1; j < low_.size(); ++j) {
            if (high_[j] - low_[j] > high_[widest] - low_[widest]) widest = j;
        }
        return static_cast<std::int64_t>(widest);
    }

    const Points& points_;
    std::vector<double> low_, high_;
    std::vector<Key> keys_;
};

// The ends of a range of numbers, NaN apart; both NaN when there are no others.
struct Ends {
    double low = kInfinity;
    double high = -kInfinity;

    void widen(const double* lows, const double* highs, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            low = lows[i] < low ? lows[i] : low;
            high = highs[i] > high ? highs[i] : high;
        }
        if (low > high) low = high = kNaN;
    }
};

double largest_of(const double* values, std::int64_t count) {
    double most = -kInfinity;
    for (std::int64_t i = 0; i < count; ++i) most = values[i] > most ? values[i] : most;
    return most == -kInfinity ? kNaN : most;
}

// Stores and says whether that changed anything (NaN equals NaN here).
bool update_number(double& stored, double value) {
    if (stored == value || (std::isnan(stored) && std::isnan(value))) return false;
    stored = value;
    return true;
}

// The four loops that a search spends its time in, over what lies side by side in a leaf or group.

constexpr auto kLeafDistances = [](const double* values, std::int64_t dims, const double* point,
                                   double* distance) LETHE_INLINED {
    Lanes sum[BoxTree::kLeaf / kLanes] = {};
    for (std::int64_t j = 0; j < dims; ++j) {
        const Lanes x = Lanes{} + point[j];
        for (Lanes& part : sum) {
            Lanes value;
            load(value, values);
            const Lanes difference = value - x;
            part += difference * difference;
            values += kLanes;
        }
    }
    for (const Lanes& part : sum) {
        save(part, distance);
        distance += kLanes;
    }
};

constexpr auto kNearestBounds = [](const double* boxes, std::int64_t dims, const double* point,
                                   double* bound) LETHE_INLINED {
    Lanes sum[BoxTree::kFan / kLanes] = {};
    for (std::int64_t j = 0; j < dims; ++j) {
        const Lanes x = Lanes{} + point[j];
        for (Lanes& part : sum) {
            Lanes low, high;
            load(low, boxes);
            load(high, boxes + BoxTree::kFan);
            const Lanes below = low - x;
            const Lanes above = x - high;
            const Lanes outside = below > above ? below : above;
            const Lanes gap = Lanes{} > outside ? Lanes{} : outside;  // NaN stays NaN
            part += gap * gap;
            boxes += kLanes;
        }
        boxes += BoxTree::kFan;
    }
    for (const Lanes& part : sum) {
        save(part, bound);
        bound += kLanes;
    }
};

constexpr auto kFarthestBounds = [](const double* boxes, std::int64_t dims, const double* anchors,
                                    const double* directions, double constant, const double* radius,
                                    double* bound) LETHE_INLINED {
    Lanes sum[BoxTree::kFan / kLanes] = {};
    for (std::int64_t j = 0; j < dims; ++j, boxes += 2 * BoxTree::kFan) {
        const Lanes direction = Lanes{} + directions[j];
        const Lanes anchor = Lanes{} + anchors[j];
        const double* corner = boxes + (directions[j] >= 0.0 ? BoxTree::kFan : 0);
        for (Lanes& part : sum) {
            Lanes value;
            load(value, corner);
            part += (value - anchor) * direction;
            corner += kLanes;
        }
    }
    for (const Lanes& part : sum) {
        Lanes square;
        load(square, radius);
        save(-(square + (part + part) + constant), bound);
        radius += kLanes;
        bound += kLanes;
    }
};

constexpr auto kOverlaps = [](const double* boxes, std::int64_t dims, const double* low,
                              const double* high, BoxTree::Overlap* overlap) LETHE_INLINED {
    using Mask = decltype(Lanes{} < Lanes{});
    constexpr std::int64_t kParts = BoxTree::kFan / kLanes;
    Mask meets[kParts], within[kParts];
    for (std::int64_t part = 0; part < kParts; ++part) meets[part] = within[part] = Mask{} == 0;
    for (std::int64_t j = 0; j < dims; ++j, boxes += 2 * BoxTree::kFan) {
        const Lanes begin = Lanes{} + low[j], end = Lanes{} + high[j];
        for (std::int64_t part = 0; part < kParts; ++part) {
            Lanes from, to;
            load(from, boxes + part * kLanes);
            load(to, boxes + BoxTree::kFan + part * kLanes);
            meets[part] &= (to >= begin) & (from <= end);  // false for NaN
            within[part] &= (from > begin) & (to < end);
        }
    }
    for (std::int64_t child = 0; child < BoxTree::kFan; ++child) {
        overlap[child] = within[child / kLanes][child % kLanes] != 0  ? BoxTree::Overlap::within
                         : meets[child / kLanes][child % kLanes] != 0 ? BoxTree::Overlap::some
                                                                      : BoxTree::Overlap::none;
    }
};

}  // namespace

BoxTree::BoxTree(const Context& context, const Points& points, std::vector<std::int32_t> rows)
    : dims_(points.dims) {
    lay_out(std::ssize(rows));
    place(context, points, rows);
    refresh_all();
}

void BoxTree::lay_out(std::int64_t points) {
    const std::int64_t wanted = std::max<std::int64_t>(1, (points + kLeaf - 1) / kLeaf);
    std::int64_t below = 1;  // leaves below a node at the top
    std::size_t depth = 1;
    for (; wanted > below * kFan; below *= kFan) ++depth;
    const std::int64_t tops = (wanted + below - 1) / below;
    levels_.resize(depth);
    for (std::size_t level = 0; level < depth; ++level) {
        const std::int64_t groups = level == 0   ? 1
                                    : level == 1 ? tops
                                                 : levels_[level - 1].groups * kFan;
        levels_[level].groups = groups;
        levels_[level].boxes.assign(at(groups * dims_ * 2 * kFan), kNaN);
        levels_[level].radius.assign(at(groups * kFan), kNaN);
    }
    slots_below_.resize(depth);
    for (std::size_t level = 0; level < depth; ++level, below /= kFan) {
        slots_below_[level] = below * kLeaf;
    }
    rows_.assign(at(tops * slots_below_[0]), -1);
    values_.assign(rows_.size() * at(dims_), kNaN);
}

void BoxTree::place(const Context& context, const Points& points, std::span<std::int32_t> rows) {
    std::vector<std::int64_t> cuts{0, std::ssize(rows)};  // node i of a level: cuts[i], cuts[i + 1]
    for (std::size_t level = 0; level < levels_.size(); ++level) {
        const std::int64_t nodes = levels_[level].groups;
        const std::int64_t below =
            level + 1 < levels_.size() ? levels_[level + 1].groups : leaves();
        const std::int64_t parts = below / nodes;
        std::vector<std::int64_t> finer(at(nodes * parts + 1), 0);
        parallel_tasks(context, nodes, [&](std::int64_t node) {
            const std::int64_t begin = cuts[at(node)];
            Divider(points).divide(rows.subspan(at(begin), at(cuts[at(node + 1)] - begin)), begin,
                                   parts, &finer[at(node * parts + 1)]);
        });
        cuts = std::move(finer);
    }
    for (std::int64_t leaf = 0; leaf < leaves(); ++leaf) {
        const std::int64_t begin = cuts[at(leaf)];
        fill(leaf, points, rows.subspan(at(begin), at(cuts[at(leaf + 1)] - begin)));
    }
}

void BoxTree::fill(std::int64_t leaf, const Points& points, std::span<const std::int32_t> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows_[at(leaf * kLeaf) + i] = rows[i];
        const double* point = points.at(rows[i]);
        for (std::int64_t j = 0; j < dims_; ++j) {
            values_[at((leaf * dims_ + j) * kLeaf) + i] = point[j];
        }
    }
}

void BoxTree::refresh_all() {
    for (std::int64_t leaf = 0; leaf < leaves(); ++leaf) refresh_leaf(leaf);
    for (std::size_t level = levels_.size() - 1; level-- > 0;) {
        for (std::int64_t node = 0; node < levels_[level + 1].groups; ++node) {
            refresh_node(level, node);
        }
    }
}

bool BoxTree::refresh_leaf(std::int64_t leaf) {
    const std::size_t level = levels_.size() - 1;
    const double* values = &values_[at(leaf * dims_ * kLeaf)];
    bool changed = false;
    for (std::int64_t j = 0; j < dims_; ++j, values += kLeaf) {
        Ends ends;
        ends.widen(values, values, kLeaf);
        changed |= store_side(level, leaf, 2 * j, ends.low);
        changed |= store_side(level, leaf, 2 * j + 1, ends.high);
    }
    if (anchor_.empty()) return changed;
    double distance[kLeaf];
    distances(leaf, anchor_.data(), distance);
    changed |= store_radius(level, leaf, largest_of(distance, kLeaf));
    return changed;
}

bool BoxTree::refresh_node(std::size_t level, std::int64_t node) {
    const double* boxes = group_boxes({level + 1, node});
    bool changed = false;
    for (std::int64_t j = 0; j < dims_; ++j, boxes += 2 * kFan) {
        Ends ends;
        ends.widen(boxes, boxes + kFan, kFan);
        changed |= store_side(level, node, 2 * j, ends.low);
        changed |= store_side(level, node, 2 * j + 1, ends.high);
    }
    const double radius = largest_of(&levels_[level + 1].radius[at(node * kFan)], kFan);
    changed |= store_radius(level, node, radius);
    return changed;
}

bool BoxTree::store_side(std::size_t level, std::int64_t node, std::int64_t side, double value) {
    const std::int64_t group = node / kFan;
    return update_number(levels_[level].boxes[at((group * dims_ * 2 + side) * kFan + node % kFan)],
                         value);
}

bool BoxTree::store_radius(std::size_t level, std::int64_t node, double value) {
    return update_number(levels_[level].radius[at(node)], value);
}

void BoxTree::remove(std::int64_t slot) {
    std::int64_t node = slot / kLeaf;
    for (std::int64_t j = 0; j < dims_; ++j) {
        values_[at((node * dims_ + j) * kLeaf + slot % kLeaf)] = kNaN;
    }
    bool changed = refresh_leaf(node);
    for (std::size_t level = levels_.size() - 1; changed && level-- > 0;) {
        node /= kFan;
        changed = refresh_node(level, node);
    }
}

void BoxTree::set_anchor(std::span<const double> anchor) {
    anchor_.assign(anchor.begin(), anchor.end());
    refresh_all();
    extent_ = 0.0;
    const double* boxes = group_boxes({0, 0});
    for (const double centre : anchor_) {
        Ends ends;
        ends.widen(boxes, boxes + kFan, kFan);
        const double reach = std::max(std::abs(ends.low - centre), std::abs(ends.high - centre));
        extent_ += reach * reach;
        boxes += 2 * kFan;
    }
}

void BoxTree::distances(std::int64_t leaf, const double* point, double* distance) const {
    vector_code(kLeafDistances, &values_[at(leaf * dims_ * kLeaf)], dims_, point, distance);
}

void BoxTree::nearest_bounds(Group group, const double* point, double* bound) const {
    vector_code(kNearestBounds, group_boxes(group), dims_, point, bound);
}

void BoxTree::overlaps(Group group, const double* low, const double* high, Overlap* overlap) const {
    vector_code(kOverlaps, group_boxes(group), dims_, low, high, overlap);
}

BoxTree::FarView BoxTree::far_view(const double* point) const {
    FarView view;
    for (std::int64_t j = 0; j < dims_; ++j) view.direction.push_back(anchor_[at(j)] - point[j]);
    const double away = squared_distance(point, anchor_.data(), dims_);
    const double room = static_cast<double>(8 * dims_ + 128) * 0x1p-53 * (extent_ + away);
    view.constant = away + (room + 0x1p-1000);
    return view;
}

void BoxTree::farthest_bounds(Group group, const FarView& view, double* bound) const {
    vector_code(kFarthestBounds, group_boxes(group), dims_, anchor_.data(), view.direction.data(),
                view.constant, &levels_[group.level].radius[at(group.index * kFan)], bound);
}

}  // namespace lethe
