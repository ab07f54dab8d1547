// Records of numbers, ordered and unordered categories lie in a space whose distance is a sum over
// the columns: |a - b| where the values are ordered, a unit or nothing where they are not. All of
// it is whole numbers, so bounds are exact and equally far is equal; but ties are everywhere, and a
// search must find the lowest row among many that are equally far without looking at them all.
//
// The tree. Up to eight nodes are described side by side, so that eight bounds cost a few vector
// operations a column. A leaf has up to sixteen records. How records are split is told in
// category_tree_build.cc.
//
// What a node knows: for an ordered column the ends of its values; for an unordered one the set of
// categories, as 32 bits (of the codes' last five bits), and the category if there is only one; and
// the lowest row. A bound and that row make one number, so that a node that is only as good as what
// has been found is entered only if it may have a lower row.
//
// Removing a record refreshes the nodes above it as far as anything changes. A node that has become
// empty keeps its last description, but has no row, and is passed over.
#include "lethe/space/category_tree.h"

#include <algorithm>

#include "lethe/core/index.h"
#include "lethe/core/vector_code.h"
#include "lethe/space/int_lanes.h"

namespace lethe {
namespace {

using Order = CategoryScale::Order;

static_assert(CategoryTree::kFan == kIntLanes && CategoryTree::kLeaf == 2 * kIntLanes);

constexpr std::size_t kTreeTogether = 4;  // ordered columns that are bounded together
constexpr std::int32_t kMixed = -1;       // in place of a lone category

// Of the kLeaf numbers of a line.
LETHE_INLINED inline std::int32_t most_of(const std::int32_t* line) {
    return largest(larger(int_lanes(line), int_lanes(line + kIntLanes)));
}
LETHE_INLINED inline std::int32_t least_of(const std::int32_t* line) {
    return -largest(larger(-int_lanes(line), -int_lanes(line + kIntLanes)));
}

// Stores and says whether that changed anything.
bool update_code(std::int32_t& stored, std::int32_t value) {
    const bool changed = stored != value;
    stored = value;
    return changed;
}

}  // namespace

CategoryTree::CategoryTree(const CategorySpace& space, std::span<const Record> records,
                           std::int64_t numbers)
    : size_(std::ssize(records)), place_(at(numbers), -1) {
    choose_axes(space, records);
    group_size_ =
        kFan * static_cast<std::int64_t>(2 + 2 * ordered_.size() + sums_ + 2 * nominal_.size());
    leaf_size_ = kLeaf * static_cast<std::int64_t>(2 + ordered_.size() + nominal_.size());
    if (!records.empty()) build(space, records);
}

// Columns in which the records differ; another adds the same to every distance.
void CategoryTree::choose_axes(const CategorySpace& space, std::span<const Record> records) {
    const auto& columns = space.scales().columns;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const auto codes = space.codes(j);
        const bool differ = std::any_of(records.begin(), records.end(), [&](const Record& record) {
            return codes[at(record.row)] != codes[at(records.front().row)];
        });
        if (!differ) continue;
        auto& axes = columns[j].order == Order::equality ? nominal_ : ordered_;
        axes.push_back({j, columns[j].unit});
    }
    const std::size_t parts = (ordered_.size() + kTreeTogether - 1) / kTreeTogether;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t first = ordered_.size() * part / parts;
        signs_.push_back({first, ordered_.size() * (part + 1) / parts - first});
        sums_ += signs_.back().choices();
    }
}

// Slots without a record repeat the first one, so that they change no bound.
void CategoryTree::pad(std::int64_t index) {
    std::int32_t* line = leaf(index);
    const std::int64_t held = held_[at(index)];
    std::fill(line + held, line + kLeaf, kNone);
    for (std::int64_t at_line = 2 * kLeaf; at_line < leaf_size_; at_line += kLeaf) {
        std::fill(line + at_line + held, line + at_line + kLeaf, line[at_line]);
    }
}

// The description of a leaf in the group above it.
bool CategoryTree::refresh_from_leaf(std::int64_t index) {
    return vector_code([this, index]() LETHE_INLINED {
        const Parent above = above_leaf_[at(index)];
        const std::int32_t* line = leaf(index);
        std::int32_t* node = group(above.group) + above.child;
        bool changed = update_code(node[0], least_of(line));
        if (held_[at(index)] == 0) return changed;
        node += 2 * kFan;
        line += 2 * kLeaf;
        const std::int32_t* values = line;
        for (std::size_t j = 0; j < ordered_.size(); ++j, line += kLeaf, node += 2 * kFan) {
            changed |= update_code(node[0], least_of(line));
            changed |= update_code(node[kFan], most_of(line));
        }
        for (const Signs& signs : signs_) {
            const std::int32_t* first = values + static_cast<std::int64_t>(signs.first) * kLeaf;
            for (std::size_t choice = 0; choice < signs.choices(); ++choice, node += kFan) {
                IntLanes a{}, b{};
                for (std::size_t j = 0; j < signs.count; ++j) {
                    const std::int32_t* own = first + static_cast<std::int64_t>(j) * kLeaf;
                    const std::int32_t sign = signs.sign(choice, j);
                    a += sign * int_lanes(own);
                    b += sign * int_lanes(own + kIntLanes);
                }
                changed |= update_code(node[0], largest(larger(a, b)));
            }
        }
        for (std::size_t j = 0; j < nominal_.size(); ++j, line += kLeaf, node += 2 * kFan) {
            std::int32_t set = 0, lone = line[0];
            for (std::int64_t i = 0; i < kLeaf; ++i) {
                set |= set_of(line[i]);
                lone = line[i] == lone ? lone : kMixed;
            }
            changed |= update_code(node[0], set);
            changed |= update_code(node[kFan], lone);
        }
        return changed;
    });
}

// The description of a group's nodes together in the group above it.
bool CategoryTree::refresh_from_group(std::int64_t index) {
    const Parent above = above_group_[at(index)];
    const std::int32_t* line = group(index);
    std::int32_t* node = group(above.group) + above.child;
    std::int64_t live[kFan];
    std::int64_t count = 0;
    std::int32_t row = kNone;
    for (std::int64_t i = 0; i < kFan; ++i) {
        if (line[i] == kNone) continue;
        live[count++] = i;
        row = std::min(row, line[i]);
    }
    bool changed = update_code(node[0], row);
    if (count == 0) return changed;
    const auto reduce = [&](auto combine) {
        std::int32_t value = line[live[0]];
        for (std::int64_t i = 1; i < count; ++i) value = combine(value, line[live[i]]);
        changed |= update_code(node[0], value);
        line += kFan;
        node += kFan;
    };
    const auto least = [](std::int32_t a, std::int32_t b) { return std::min(a, b); };
    const auto most = [](std::int32_t a, std::int32_t b) { return std::max(a, b); };
    line += 2 * kFan;
    node += 2 * kFan;
    for (std::size_t j = 0; j < ordered_.size(); ++j) {
        reduce(least);
        reduce(most);
    }
    for (std::size_t j = 0; j < sums_; ++j) reduce(most);
    for (std::size_t j = 0; j < nominal_.size(); ++j) {
        reduce([](std::int32_t a, std::int32_t b) { return a | b; });
        reduce([](std::int32_t a, std::int32_t b) { return a == b ? a : kMixed; });
    }
    return changed;
}

void CategoryTree::refresh_above(Parent parent) {
    while (above_group_[at(parent.group)].group >= 0 && refresh_from_group(parent.group)) {
        parent = above_group_[at(parent.group)];
    }
}

void CategoryTree::set_row(std::int32_t number, std::int32_t row) {
    const std::int64_t place = place_[at(number)];
    std::int32_t* rows = leaf(place / kLeaf);
    rows[place % kLeaf] = row;
    Parent above = above_leaf_[at(place / kLeaf)];
    std::int32_t lowest = *std::min_element(rows, rows + kLeaf);
    while (update_code(group(above.group)[above.child], lowest)) {
        rows = group(above.group);
        lowest = *std::min_element(rows, rows + kFan);
        above = above_group_[at(above.group)];
        if (above.group < 0) return;
    }
}

void CategoryTree::remove(std::int32_t number) {
    const std::int64_t place = place_[at(number)];
    const std::int64_t index = place / kLeaf;
    const std::int64_t last = --held_[at(index)];
    std::int32_t* line = leaf(index);
    if (place % kLeaf != last) {
        for (std::int64_t at_line = 0; at_line < leaf_size_; at_line += kLeaf) {
            line[at_line + place % kLeaf] = line[at_line + last];
        }
        place_[at(line[kLeaf + place % kLeaf])] = static_cast<std::int32_t>(place);
    }
    pad(index);
    place_[at(number)] = -1;
    --size_;
    if (refresh_from_leaf(index)) refresh_above(above_leaf_[at(index)]);
}

}  // namespace lethe
