#include "lethe/algo/partition/cuts/cut_space.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lethe/data/key_numbers.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostMending = 400'000'000;  // tuples looked at

// Whether a node is on the way from the root to the value, down to a depth.
bool is_on_way(const ColumnTree& tree, std::int32_t value, std::int32_t node, std::size_t depth) {
    for (std::size_t i = 0; i <= depth; ++i) {
        if (tree.node(value, i) == node) return true;
    }
    return false;
}

}  // namespace

CutSpace::CutSpace(const Context& context, const TupleSpace& space,
                   std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss)
    : context_(context), space_(space), k_(k) {
    for (std::size_t j = 0; j < space.columns(); ++j) {
        trees_.emplace_back(space, j, ladders[j], loss);
    }
}

std::int64_t CutSpace::most_looks() const {
    return std::max<std::int64_t>(1000, kMostMending / std::max<std::int64_t>(1, space_.tuples()));
}

std::int64_t CutSpace::loss(const Cut& cut) const {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < trees_.size(); ++j) sum += trees_[j].loss(cut[j]);
    return sum;
}

std::vector<std::int32_t> CutSpace::rare_tuples(const Cut& cut) {
    context_.check_stop();
    ++looked_at_;
    std::vector<std::uint32_t> number(static_cast<std::size_t>(space_.tuples()), 0);
    std::size_t classes = 1;
    for (std::size_t j = 0; j < trees_.size(); ++j) {
        KeyNumbers<std::uint64_t> keys;
        for (std::size_t t = 0; t < number.size(); ++t) {
            number[t] = keys.number(
                static_cast<std::uint64_t>(number[t]) << 32 |
                static_cast<std::uint32_t>(shown(cut, j, static_cast<std::int32_t>(t))));
        }
        classes = keys.size();
    }
    std::vector<std::int64_t> counts(classes, 0);
    for (std::size_t t = 0; t < number.size(); ++t) {
        counts[number[t]] += space_.count(static_cast<std::int32_t>(t));
    }
    std::vector<std::int32_t> rare;
    for (std::size_t t = 0; t < number.size(); ++t) {
        if (counts[number[t]] < k_) rare.push_back(static_cast<std::int32_t>(t));
    }
    return rare;
}

void CutSpace::set(Cut& cut, const Opening& at, std::size_t deeper) const {
    for (const auto& [value, depth] : trees_[at.column].below(at.node)) {
        cut[at.column][static_cast<std::size_t>(value)] = depth + deeper;
    }
}

CutSpace::Descent CutSpace::top() const {
    Descent all;
    for (const ColumnTree& tree : trees_) {
        all.cut.emplace_back(static_cast<std::size_t>(tree.values()), 0);
        all.loss += tree.loss(all.cut.back());
    }
    return all;
}

CutSpace::Descent CutSpace::descend(Descent from, const std::optional<Opening>& but) {
    std::vector<Opening> waiting;
    const auto offer = [&](std::size_t column, std::int32_t node) {
        if (!trees_[column].can_open(node)) return;
        const Opening one{trees_[column].gain(node), column, node};
        if (but && one.same(*but)) return;
        waiting.insert(std::lower_bound(waiting.begin(), waiting.end(), one), one);
    };
    const auto is_open = [&](std::size_t column, std::int32_t node) {
        return std::any_of(from.open.begin(), from.open.end(), [&](const Opening& one) {
            return one.column == column && one.node == node;
        });
    };
    for (std::size_t j = 0; j < trees_.size(); ++j) {
        if (!is_open(j, trees_[j].root())) offer(j, trees_[j].root());
    }
    for (const Opening& one : from.open) {
        for (const std::int32_t child : trees_[one.column].children(one.node)) {
            if (!is_open(one.column, child)) offer(one.column, child);
        }
    }
    while (!waiting.empty()) {
        const Opening next = waiting.front();
        waiting.erase(waiting.begin());
        Cut finer = from.cut;
        set(finer, next, 1);
        if (!is_anonymous(finer)) continue;
        from.cut = std::move(finer);
        from.open.push_back(next);
        from.loss -= next.gain;
        for (const std::int32_t child : trees_[next.column].children(next.node)) {
            offer(next.column, child);
        }
    }
    return from;
}

CutSpace::Descent CutSpace::closed(const Descent& from, const Opening& at) const {
    Descent result{from.cut, {}, from.loss};
    const ColumnTree& tree = trees_[at.column];
    set(result.cut, at, 0);
    for (const Opening& one : from.open) {
        const bool below =
            one.column == at.column &&
            std::any_of(tree.below(one.node).begin(), tree.below(one.node).end(),
                        [&](const ColumnTree::Below& value) {
                            return is_on_way(tree, value.value, at.node, value.depth);
                        });
        if (below) {
            result.loss += one.gain;
        } else {
            result.open.push_back(one);
        }
    }
    return result;
}

TreeCut CutSpace::made(const Cut& cut) const {
    TreeCut result;
    result.looked_at = looked_at_;
    std::map<std::vector<std::int32_t>, std::int32_t> points;
    for (std::int32_t t = 0; t < space_.tuples(); ++t) {
        std::vector<std::int32_t> codes;
        for (std::size_t j = 0; j < trees_.size(); ++j) codes.push_back(shown(cut, j, t));
        const auto [place, is_new] =
            points.try_emplace(codes, static_cast<std::int32_t>(points.size()));
        if (is_new) result.tuples.points.emplace_back(codes.begin(), codes.end());
        result.tuples.of_tuple.push_back(place->second);
    }
    for (std::size_t j = 0; j < trees_.size(); ++j) {
        std::vector<std::int32_t> left;
        for (const auto& point : result.tuples.points) {
            left.push_back(static_cast<std::int32_t>(point[j]));
        }
        std::sort(left.begin(), left.end());
        result.shown.push_back(std::unique(left.begin(), left.end()) - left.begin());
    }
    return result;
}

}  // namespace lethe
