#include "lethe/algo/partition/cuts/column_tree.h"

#include <utility>

namespace lethe {

ColumnTree::ColumnTree(const TupleSpace& space, std::size_t column, const ConceptLadder& ladder,
                       RaiseCost cost)
    : root_(ladder.root()) {
    const ValueDomain& domain = *space.domain(column);
    counts_.assign(static_cast<std::size_t>(domain.values()), 0);
    for (std::int32_t t = 0; t < space.tuples(); ++t) {
        counts_[static_cast<std::size_t>(space.code(column, t))] += space.count(t);
    }
    for (std::int32_t v = 0; v < domain.values(); ++v) {
        const std::int32_t own = domain.candidate_of(v);
        own_.push_back(own);
        std::vector<std::int32_t> way{own};
        while (way.back() != root_) way.push_back(ladder.parent(way.back()));
        std::vector<std::int64_t> losses;
        for (const std::int32_t to : way) {
            losses.push_back(
                counts_[static_cast<std::size_t>(v)] * ladder.weight() *
                (cost == RaiseCost::steps ? ladder.steps(own, to) : ladder.penalty(own, to)));
        }
        std::reverse(way.begin(), way.end());
        std::reverse(losses.begin(), losses.end());
        for (std::size_t i = 0; i < way.size(); ++i) {
            below_[way[i]].push_back({v, i});
            if (i > 0) children_[way[i - 1]].push_back(way[i]);
        }
        ways_.push_back(std::move(way));
        losses_.push_back(std::move(losses));
    }
    for (auto& [node, list] : children_) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
}

std::int64_t ColumnTree::cuts(std::int32_t node) const {
    if (!can_open(node)) return 1;
    std::int64_t product = 1;
    for (const std::int32_t child : children(node)) {
        product = std::min(kTooManyCuts, product * cuts(child));
    }
    return std::min(kTooManyCuts, 1 + product);
}

std::vector<ColumnTree::Depths> ColumnTree::all_cuts(std::int32_t node, const Depths& base) const {
    Depths closed = base;
    for (const Below& one : below(node)) {
        closed[static_cast<std::size_t>(one.value)] = one.depth;
    }
    std::vector<Depths> found{closed};
    if (!can_open(node)) return found;
    Depths open = closed;
    for (const Below& one : below(node)) {
        open[static_cast<std::size_t>(one.value)] = one.depth + 1;
    }
    std::vector<Depths> opened{open};
    for (const std::int32_t child : children(node)) {
        std::vector<Depths> next;
        for (const Depths& one : opened) {
            for (Depths& more : all_cuts(child, one)) next.push_back(std::move(more));
        }
        opened = std::move(next);
    }
    found.insert(found.end(), opened.begin(), opened.end());
    return found;
}

std::int64_t ColumnTree::loss(const Depths& depths) const {
    std::int64_t sum = 0;
    for (std::int32_t v = 0; v < values(); ++v) {
        sum += loss(v, depths[static_cast<std::size_t>(v)]);
    }
    return sum;
}

}  // namespace lethe
