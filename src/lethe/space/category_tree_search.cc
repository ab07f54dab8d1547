// The searches of a CategoryTree.
//
// Nearest: the sum over the columns of the gap between the point and the ends, and of a unit where
// the point's category is not in the set. Searched depth first, the best child first.
//
// Farthest: for one choice of signs s, the sum s.(p - q) is largest for the p with the largest s.p,
// whatever q is; and |p - q| is the largest of these sums over all choices of signs. So a node that
// keeps the largest s.p for each s has not a bound but the very distance of its farthest record, as
// far as ordered columns are concerned. There are 2^d choices for d columns; beyond four columns
// they are taken together in parts, and the sum over the parts is a bound. Where a node has records
// of one category only, the bound is exact in that column too; splitting makes such nodes early.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/category_tree.h"
#include "lethe/space/int_lanes.h"

namespace lethe {
namespace {

// Near things first: a distance and, in a tie, the lowest row.
std::int64_t near_key(std::int32_t distance, std::int32_t row) {
    return (static_cast<std::int64_t>(distance) << 32) | row;
}

// The largest of these is the farthest and, in a tie, the lowest row.
std::int64_t far_key(std::int32_t distance, std::int32_t row) {
    return (static_cast<std::int64_t>(distance) << 32) | (CategoryTree::kNone - row);
}

// The children of a group that have a row, the best first.
struct Children {
    std::int64_t key[CategoryTree::kFan];
    std::int32_t child[CategoryTree::kFan];
    std::int64_t count = 0;

    template <class Better>
    void insert(std::int64_t own, std::int32_t index, Better better) {
        std::int64_t place = count++;
        for (; place > 0 && better(own, key[place - 1]); --place) {
            key[place] = key[place - 1];
            child[place] = child[place - 1];
        }
        key[place] = own;
        child[place] = index;
    }
};

}  // namespace

void CategoryTree::look_from(const CategorySpace::Point& from) {
    value_.clear();
    code_.clear();
    sum_.clear();
    for (const Axis& axis : ordered_) value_.push_back(axis.unit * from[axis.column]);
    for (const Axis& axis : nominal_) code_.push_back(from[axis.column]);
    for (const Signs& signs : signs_) {
        for (std::size_t choice = 0; choice < signs.choices(); ++choice) {
            std::int32_t sum = 0;
            for (std::size_t j = 0; j < signs.count; ++j) {
                sum += signs.sign(choice, j) * value_[signs.first + j];
            }
            sum_.push_back(sum);
        }
    }
}

std::int32_t CategoryTree::farthest(const CategorySpace::Point& from) {
    best_ = -1;
    if (size_ == 0) return kNone;
    look_from(from);
    descend_far(0);
    return kNone - static_cast<std::int32_t>(best_ & kNone);
}

void CategoryTree::nearest(const CategorySpace::Point& from, std::int64_t count,
                           std::span<const std::int32_t> next_row,
                           std::vector<std::int64_t>& found) {
    found.clear();
    heap_.clear();
    if (size_ == 0 || count <= 0) return;
    look_from(from);
    wanted_ = at(count);
    limit_ = std::numeric_limits<std::int64_t>::max();
    next_row_ = next_row;
    descend_near(0);
    std::sort_heap(heap_.begin(), heap_.end());
    for (const std::int64_t key : heap_) found.push_back(key & kNone);
}

// The distances of a leaf's slots from the point.
void CategoryTree::measure(std::int64_t index, std::int32_t* distances) const {
    const auto body = [this](const std::int32_t* line, std::int32_t* out) LETHE_INLINED {
        IntLanes a{}, b{};
        for (const std::int32_t value : value_) {
            a += absolute(int_lanes(line) - value);
            b += absolute(int_lanes(line + kIntLanes) - value);
            line += kLeaf;
        }
        for (std::size_t j = 0; j < nominal_.size(); ++j, line += kLeaf) {
            a += where(int_lanes(line) != code_[j], nominal_[j].unit);
            b += where(int_lanes(line + kIntLanes) != code_[j], nominal_[j].unit);
        }
        std::memcpy(out, &a, sizeof a);
        std::memcpy(out + kIntLanes, &b, sizeof b);
    };
    vector_code(body, leaf(index) + 2 * kLeaf, distances);
}

void CategoryTree::far_bounds(const std::int32_t* group, std::int32_t* bound) const {
    const auto body = [this](const std::int32_t* line, std::int32_t* out) LETHE_INLINED {
        IntLanes all{};
        const std::int32_t* sum = sum_.data();
        for (const Signs& signs : signs_) {
            IntLanes most = int_lanes(line) - *sum;
            for (std::size_t choice = 1; choice < signs.choices(); ++choice) {
                const IntLanes own = int_lanes(line + static_cast<std::int64_t>(choice) * kFan);
                most = larger(most, own - sum[choice]);
            }
            all += most;
            sum += signs.choices();
            line += static_cast<std::int64_t>(signs.choices()) * kFan;
        }
        for (std::size_t j = 0; j < nominal_.size(); ++j, line += 2 * kFan) {
            all += where(int_lanes(line + kFan) != code_[j], nominal_[j].unit);
        }
        std::memcpy(out, &all, sizeof all);
    };
    vector_code(body, group + static_cast<std::int64_t>(2 + 2 * ordered_.size()) * kFan, bound);
}

void CategoryTree::near_bounds(const std::int32_t* group, std::int32_t* bound) const {
    const auto body = [this](const std::int32_t* line, std::int32_t* out) LETHE_INLINED {
        IntLanes all{};
        for (const std::int32_t value : value_) {
            all +=
                larger(larger(int_lanes(line) - value, value - int_lanes(line + kFan)), IntLanes{});
            line += 2 * kFan;
        }
        line += static_cast<std::int64_t>(sums_) * kFan;
        for (std::size_t j = 0; j < nominal_.size(); ++j, line += 2 * kFan) {
            all += where((int_lanes(line) & set_of(code_[j])) == 0, nominal_[j].unit);
        }
        std::memcpy(out, &all, sizeof all);
    };
    vector_code(body, group + 2 * kFan, bound);
}

void CategoryTree::descend_far(std::int64_t index) {
    ++visits_;
    const std::int32_t* const rows = group(index);
    std::int32_t bound[kFan];
    far_bounds(rows, bound);
    Children children;
    for (std::int32_t i = 0; i < kFan; ++i) {
        if (rows[i] == kNone) continue;
        const std::int64_t key = far_key(bound[i], rows[i]);
        if (key <= best_) continue;
        children.insert(key, rows[kFan + i], std::greater<>());
    }
    for (std::int64_t i = 0; i < children.count && children.key[i] > best_; ++i) {
        const std::int32_t child = children.child[i];
        if (child < 0) {
            visit_far(~child);
        } else {
            descend_far(child);
        }
    }
}

void CategoryTree::visit_far(std::int64_t index) {
    std::int32_t distances[kLeaf];
    measure(index, distances);
    ++visits_;
    const std::int32_t* rows = leaf(index);
    for (std::int64_t i = 0; i < held_[at(index)]; ++i) {
        best_ = std::max(best_, far_key(distances[i], rows[i]));
    }
}

void CategoryTree::descend_near(std::int64_t index) {
    ++visits_;
    const std::int32_t* const rows = group(index);
    std::int32_t bound[kFan];
    near_bounds(rows, bound);
    Children children;
    for (std::int32_t i = 0; i < kFan; ++i) {
        if (rows[i] == kNone) continue;
        const std::int64_t key = near_key(bound[i], rows[i]);
        if (key >= limit_) continue;
        children.insert(key, rows[kFan + i], std::less<>());
    }
    for (std::int64_t i = 0; i < children.count && children.key[i] < limit_; ++i) {
        const std::int32_t child = children.child[i];
        if (child < 0) {
            visit_near(~child);
        } else {
            descend_near(child);
        }
    }
}

void CategoryTree::visit_near(std::int64_t index) {
    std::int32_t distances[kLeaf];
    measure(index, distances);
    ++visits_;
    const std::int32_t* rows = leaf(index);
    for (std::int64_t i = 0; i < held_[at(index)]; ++i) {
        for (std::int32_t row = rows[i]; row >= 0; row = next_row_[at(row)]) {
            const std::int64_t key = near_key(distances[i], row);
            if (key >= limit_) break;
            offer(key);
        }
    }
}

void CategoryTree::offer(std::int64_t key) {
    if (heap_.size() == wanted_) {
        std::pop_heap(heap_.begin(), heap_.end());
        heap_.pop_back();
    }
    heap_.push_back(key);
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() == wanted_) limit_ = heap_.front();
}

}  // namespace lethe
