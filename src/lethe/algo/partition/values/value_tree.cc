#include "lethe/algo/partition/values/value_tree.h"

#include <algorithm>
#include <numeric>

namespace lethe {
namespace {

// The tree of ways as it comes, before nodes with a single child are left out.
struct Sprout {
    std::int32_t key = 0;
    std::int32_t value = -1;  // of a leaf
    std::vector<std::int32_t> children;
};

std::vector<Sprout> sprouted(std::span<const std::int32_t> order,
                             std::span<const std::vector<std::int32_t>> ways) {
    std::vector<Sprout> sprouts(1);
    for (const std::int32_t value : order) {
        std::int32_t at = 0;
        for (const std::int32_t key : ways[static_cast<std::size_t>(value)]) {
            const auto& children = sprouts[static_cast<std::size_t>(at)].children;
            const auto found = std::find_if(children.begin(), children.end(), [&](std::int32_t c) {
                const Sprout& child = sprouts[static_cast<std::size_t>(c)];
                return child.value < 0 && child.key == key;
            });
            if (found != children.end()) {
                at = *found;
                continue;
            }
            const auto made = static_cast<std::int32_t>(sprouts.size());
            sprouts[static_cast<std::size_t>(at)].children.push_back(made);
            sprouts.push_back({key, -1, {}});
            at = made;
        }
        const auto leaf = static_cast<std::int32_t>(sprouts.size());
        sprouts[static_cast<std::size_t>(at)].children.push_back(leaf);
        sprouts.push_back({0, value, {}});
    }
    return sprouts;
}

}  // namespace

ValueTree ValueTree::flat(std::span<const std::int32_t> order, Together together) {
    const std::vector<std::vector<std::int32_t>> ways(order.size());
    return ValueTree(order, ways, together);
}

ValueTree::ValueTree(std::span<const std::int32_t> order,
                     std::span<const std::vector<std::int32_t>> ways, Together together)
    : values_(static_cast<std::int32_t>(order.size())), together_(together) {
    const std::vector<Sprout> sprouts = sprouted(order, ways);
    const auto thick = [&](std::int32_t at) {
        while (sprouts[static_cast<std::size_t>(at)].children.size() == 1) {
            at = sprouts[static_cast<std::size_t>(at)].children.front();
        }
        return at;
    };
    // Breadth first: the sprout of each node, in the order of the nodes.
    std::vector<std::int32_t> sources{thick(0)};
    nodes_.emplace_back();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Sprout& source = sprouts[static_cast<std::size_t>(sources[i])];
        nodes_[i].first_mark = marks_;
        marks_ += source.children.size();
        if (source.value >= 0) nodes_[i].below.push_back(source.value);
        for (const std::int32_t child : source.children) {
            nodes_[i].children.push_back(static_cast<std::int32_t>(nodes_.size()));
            nodes_.emplace_back();
            sources.push_back(thick(child));
        }
    }
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        for (const std::int32_t child : nodes_[i].children) {
            const auto& below = nodes_[static_cast<std::size_t>(child)].below;
            nodes_[i].below.insert(nodes_[i].below.end(), below.begin(), below.end());
        }
    }
}

ValueTree::Marks ValueTree::single() const {
    Marks marks(marks_, kApart);
    if (together_ == Together::neighbours) return marks;
    for (const Node& node : nodes_) {
        const auto own = marks.begin() + static_cast<std::ptrdiff_t>(node.first_mark);
        std::iota(own, own + std::ssize(node.children), 0);
    }
    return marks;
}

ValueTree::Standing ValueTree::standing(const Node& node, const Marks& marks) const {
    const std::size_t size = node.children.size();
    const auto own = std::span(marks).subspan(node.first_mark, size);
    Standing result{std::vector<std::int32_t>(size, 0), std::vector<std::int32_t>(size, 0), {}, {}};
    if (together_ == Together::neighbours) {
        for (std::size_t i = 1; i < size; ++i) {
            result.sure[i] = result.sure[i - 1] + (own[i - 1] == 0 ? 0 : 1);
            result.may[i] = result.may[i - 1] + (own[i - 1] == kApart ? 1 : 0);
        }
    } else {
        const bool open = std::find(own.begin(), own.end(), kUndecided) != own.end();
        auto next = static_cast<std::int32_t>(size);  // above all numbers of blocks
        for (std::size_t i = 0; i < size; ++i) {
            result.sure[i] = own[i] == kUndecided ? next++ : own[i];
            if (!open) result.may[i] = own[i];
        }
    }
    result.sure_size.assign(2 * size, 0);
    result.may_size.assign(size, 0);
    for (std::size_t i = 0; i < size; ++i) {
        ++result.sure_size[static_cast<std::size_t>(result.sure[i])];
        ++result.may_size[static_cast<std::size_t>(result.may[i])];
    }
    return result;
}

// Visits the nodes that certainly stand alone and have children, from the top down.
template <class Visit>
void ValueTree::visit_active(std::int32_t at, const Marks& marks, const Visit& visit) const {
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    const Standing standing = this->standing(node, marks);
    visit(node, standing);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const bool alone = standing.may_size[static_cast<std::size_t>(standing.may[i])] == 1;
        if (alone && !is_leaf(node.children[i])) visit_active(node.children[i], marks, visit);
    }
}

void ValueTree::reach(const Marks& marks, Reach& out) const {
    out.sure.of_value.assign(static_cast<std::size_t>(values_), 0);
    out.may.of_value.assign(static_cast<std::size_t>(values_), 0);
    out.sure.count = out.may.count = 0;
    if (is_leaf(0)) {
        out.sure.count = out.may.count = values_;  // one or none
        return;
    }
    const auto give = [](const Node& node, Labels& labels, std::int32_t label) {
        for (const std::int32_t value : node.below) {
            labels.of_value[static_cast<std::size_t>(value)] = label;
        }
    };
    visit_active(0, marks, [&](const Node& node, const Standing& standing) {
        std::vector<std::int32_t> sure(standing.sure_size.size(), -1);
        std::vector<std::int32_t> may(standing.may_size.size(), -1);
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const Node& child = nodes_[static_cast<std::size_t>(node.children[i])];
            const auto block = static_cast<std::size_t>(standing.sure[i]);
            const auto part = static_cast<std::size_t>(standing.may[i]);
            const bool alone = standing.may_size[part] == 1;
            if (alone && !child.children.empty()) continue;  // has labels of its own
            if (may[part] < 0) may[part] = out.may.count++;
            give(child, out.may, may[part]);
            if (standing.sure_size[block] == 1) {  // as fine as can be
                for (const std::int32_t value : child.below) {
                    out.sure.of_value[static_cast<std::size_t>(value)] = out.sure.count++;
                }
            } else {
                if (sure[block] < 0) sure[block] = out.sure.count++;
                give(child, out.sure, sure[block]);
            }
        }
    });
}

ValueTree::Decision ValueTree::decision(const Marks& marks,
                                        std::span<const std::int64_t> records) const {
    Decision best;
    if (is_leaf(0)) return best;
    const auto records_of = [&](std::int32_t at) {
        std::int64_t sum = 0;
        for (const std::int32_t value : nodes_[static_cast<std::size_t>(at)].below) {
            sum += records[static_cast<std::size_t>(value)];
        }
        return sum;
    };
    visit_active(0, marks, [&](const Node& node, const Standing&) {
        const std::size_t size = node.children.size();
        const auto own = std::span(marks).subspan(node.first_mark, size);
        const bool neighbours = together_ == Together::neighbours;
        const std::int64_t all = std::accumulate(
            node.children.begin(), node.children.end(), std::int64_t{0},
            [&](std::int64_t sum, std::int32_t child) { return sum + records_of(child); });
        for (std::size_t i = 0; i + (neighbours ? 1 : 0) < size; ++i) {
            if (own[i] != kUndecided) continue;
            const std::int64_t weight = records_of(node.children[i]) *
                                        (neighbours ? records_of(node.children[i + 1]) : all);
            if (weight <= best.weight) continue;
            best.weight = weight;
            best.mark = node.first_mark + i;
            best.options = {kApart, 0};
            if (neighbours) continue;
            best.options.resize(
                static_cast<std::size_t>(*std::max_element(own.begin(), own.end()) + 2));
            std::iota(best.options.begin(), best.options.end(), 0);
        }
    });
    return best;
}

std::vector<ValueTree::Move> ValueTree::moves(const Marks& marks) const {
    std::vector<Move> moves;
    if (is_leaf(0)) return moves;
    visit_active(0, marks, [&](const Node& node, const Standing& standing) {
        const std::size_t size = node.children.size();
        const auto own = std::span(marks).subspan(node.first_mark, size);
        if (together_ == Together::neighbours) {
            for (std::size_t i = 0; i + 1 < size; ++i) {
                moves.push_back({node.first_mark + i, own[i] == kApart ? 0 : kApart});
            }
            return;
        }
        std::vector<std::int32_t> targets;  // the blocks, and one that is new
        std::int32_t unused = -1;
        for (std::size_t block = 0; block < size; ++block) {
            if (standing.sure_size[block] > 0) {
                targets.push_back(static_cast<std::int32_t>(block));
            } else if (unused < 0) {
                unused = static_cast<std::int32_t>(block);
            }
        }
        if (unused >= 0) targets.push_back(unused);
        for (std::size_t i = 0; i < size; ++i) {
            const bool lone = standing.sure_size[static_cast<std::size_t>(own[i])] == 1;
            for (const std::int32_t target : targets) {
                if (target == own[i] || (lone && target == unused)) continue;
                moves.push_back({node.first_mark + i, target});
            }
        }
    });
    return moves;
}

}  // namespace lethe
