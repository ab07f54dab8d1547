// The loss of a cut is a sum over the values, known without counting a class. So cuts, where there
// are few, are looked at in the order of their losses, and the first one that leaves k records in
// every class is the best.
//
// Where there are many, the search goes from the top down. At the root all records are alike; to
// open a concept shows its children in its place. Opening only parts classes, so a concept whose
// opening breaks k breaks it in every finer cut too and need not be asked again: one descent, which
// opens what gains most first, counts classes at most once for each concept. What it ends with is
// mended: an open concept is closed again, which gives room, and another descent goes on from there
// without it; where that loses less it is kept. Mending ends when nothing is gained, or after a
// number of counts that depends on the size of the data alone.
#include "lethe/algo/partition/tree_cut.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "lethe/algo/partition/clusters.h"
#include "lethe/data/key_numbers.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostMending = 400'000'000;  // tuples looked at
constexpr std::int64_t kTooManyCuts = kMostCuts + 1;

// The tree of one column above its values.
class ColumnTree {
  public:
    ColumnTree(const TupleSpace& space, std::size_t column, const ConceptLadder& ladder,
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

    // Values below a concept, and the place of the concept on their way from the root.
    struct Below {
        std::int32_t value = 0;
        std::size_t depth = 0;
    };

    std::int32_t root() const { return root_; }
    std::int32_t values() const { return static_cast<std::int32_t>(ways_.size()); }
    std::span<const Below> below(std::int32_t node) const { return below_.at(node); }
    std::span<const std::int32_t> children(std::int32_t node) const {
        const auto found = children_.find(node);
        return found == children_.end() ? std::span<const std::int32_t>() : found->second;
    }
    bool can_open(std::int32_t node) const { return !children(node).empty(); }
    std::int32_t node(std::int32_t value, std::size_t depth) const {
        const auto& way = ways_[static_cast<std::size_t>(value)];
        return way[std::min(depth, way.size() - 1)];
    }
    std::int64_t loss(std::int32_t value, std::size_t depth) const {
        const auto& losses = losses_[static_cast<std::size_t>(value)];
        return losses[std::min(depth, losses.size() - 1)];
    }
    // What opening a closed concept gains.
    std::int64_t gain(std::int32_t node) const {
        std::int64_t sum = 0;
        for (const Below& one : below(node)) {
            sum += loss(one.value, one.depth) - loss(one.value, one.depth + 1);
        }
        return sum;
    }

    std::int64_t cuts(std::int32_t node) const {
        if (!can_open(node)) return 1;
        std::int64_t product = 1;
        for (const std::int32_t child : children(node)) {
            product = std::min(kTooManyCuts, product * cuts(child));
        }
        return std::min(kTooManyCuts, 1 + product);
    }

    // Of every value the depth at which it is shown.
    using Depths = std::vector<std::size_t>;
    // All cuts of what is below a node, each over `base`.
    std::vector<Depths> all_cuts(std::int32_t node, const Depths& base) const {
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

    std::int64_t loss(const Depths& depths) const {
        std::int64_t sum = 0;
        for (std::int32_t v = 0; v < values(); ++v) {
            sum += loss(v, depths[static_cast<std::size_t>(v)]);
        }
        return sum;
    }

  private:
    std::int32_t root_;
    std::vector<std::int64_t> counts_;
    std::vector<std::int32_t> own_;
    std::vector<std::vector<std::int32_t>> ways_;    // of each value, from the root
    std::vector<std::vector<std::int64_t>> losses_;  // of its records, at each place of the way
    std::map<std::int32_t, std::vector<Below>> below_;
    std::map<std::int32_t, std::vector<std::int32_t>> children_;
};

class TreeCutting {
  public:
    using Cut = std::vector<ColumnTree::Depths>;  // of each column

    TreeCutting(const Context& context, const TupleSpace& space,
                std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss)
        : context_(context), space_(space), k_(k) {
        for (std::size_t j = 0; j < space.columns(); ++j) {
            trees_.emplace_back(space, j, ladders[j], loss);
        }
    }

    TreeCut run(std::int64_t most_cuts) {
        std::int64_t cuts = 1;
        for (const ColumnTree& tree : trees_) {
            cuts = std::min(kTooManyCuts, cuts * tree.cuts(tree.root()));
        }
        TreeCut result;
        result.exact = cuts <= most_cuts;
        const Cut best = result.exact ? best_of_all() : searched();
        result.looked_at = looked_at_;
        make(best, result);
        return result;
    }

  private:
    // Whether every class has k records.
    bool is_anonymous(const Cut& cut) {
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
        return std::all_of(counts.begin(), counts.end(),
                           [&](std::int64_t count) { return count >= k_; });
    }

    std::int32_t shown(const Cut& cut, std::size_t column, std::int32_t tuple) const {
        const std::int32_t value = space_.code(column, tuple);
        return trees_[column].node(value, cut[column][static_cast<std::size_t>(value)]);
    }

    Cut best_of_all() {
        std::vector<std::vector<ColumnTree::Depths>> cuts;
        std::vector<std::vector<std::int64_t>> losses;
        for (const ColumnTree& tree : trees_) {
            cuts.push_back(tree.all_cuts(
                tree.root(), ColumnTree::Depths(static_cast<std::size_t>(tree.values()), 0)));
            auto& own = losses.emplace_back();
            for (const auto& cut : cuts.back()) own.push_back(tree.loss(cut));
        }
        // (loss, number), the last column changing fastest.
        std::vector<std::pair<std::int64_t, std::int64_t>> all{{0, 0}};
        for (const auto& own : losses) {
            std::vector<std::pair<std::int64_t, std::int64_t>> next;
            for (const auto& [loss, number] : all) {
                for (std::size_t i = 0; i < own.size(); ++i) {
                    next.emplace_back(loss + own[i],
                                      number * std::ssize(own) + static_cast<std::int64_t>(i));
                }
            }
            all = std::move(next);
        }
        std::sort(all.begin(), all.end());
        for (auto [loss, number] : all) {
            Cut cut(cuts.size());
            for (std::size_t j = cuts.size(); j-- > 0;) {
                cut[j] = cuts[j][static_cast<std::size_t>(number % std::ssize(cuts[j]))];
                number /= std::ssize(cuts[j]);
            }
            if (is_anonymous(cut)) return cut;
        }
        return {};  // never: at the root all records are alike
    }

    struct Opening {
        std::int64_t gain = 0;
        std::size_t column = 0;
        std::int32_t node = 0;

        bool operator<(const Opening& other) const {  // the greatest gain first
            return std::tuple(-gain, column, node) <
                   std::tuple(-other.gain, other.column, other.node);
        }
        bool same(const Opening& other) const {
            return column == other.column && node == other.node;
        }
    };
    // What is open, in the order in which it was opened.
    struct Descent {
        Cut cut;
        std::vector<Opening> open;
        std::int64_t loss = 0;
    };

    void set(Cut& cut, const Opening& at, std::size_t deeper) const {
        for (const auto& [value, depth] : trees_[at.column].below(at.node)) {
            cut[at.column][static_cast<std::size_t>(value)] = depth + deeper;
        }
    }

    Descent top() const {
        Descent all;
        for (const ColumnTree& tree : trees_) {
            all.cut.emplace_back(static_cast<std::size_t>(tree.values()), 0);
            all.loss += tree.loss(all.cut.back());
        }
        return all;
    }

    // Goes on from a cut; `but` stays closed.
    Descent descend(Descent from, const std::optional<Opening>& but) {
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

    // The same with a concept closed, and all that is open below it.
    Descent closed(const Descent& from, const Opening& at) const {
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

    // Whether a node is on the way from the root to the value, down to a depth.
    static bool is_on_way(const ColumnTree& tree, std::int32_t value, std::int32_t node,
                          std::size_t depth) {
        for (std::size_t i = 0; i <= depth; ++i) {
            if (tree.node(value, i) == node) return true;
        }
        return false;
    }

    Cut searched() {
        Descent best = descend(top(), std::nullopt);
        const std::int64_t most =
            std::max<std::int64_t>(1000, kMostMending / std::max<std::int64_t>(1, space_.tuples()));
        for (bool gained = true; gained && looked_at_ < most;) {
            gained = false;
            const std::vector<Opening> open = best.open;
            for (const Opening& one : open) {
                if (looked_at_ >= most) break;
                Descent other = descend(closed(best, one), one);
                if (other.loss >= best.loss) continue;
                best = descend(std::move(other), std::nullopt);
                gained = true;
                break;
            }
        }
        return best.cut;
    }

    void make(const Cut& cut, TreeCut& result) const {
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
    }

    const Context& context_;
    const TupleSpace& space_;
    std::int64_t k_;
    std::vector<ColumnTree> trees_;
    std::int64_t looked_at_ = 0;
};

}  // namespace

TreeCut cut_trees(const Context& context, const TupleSpace& space,
                  std::span<const ConceptLadder> ladders, std::int64_t k, RaiseCost loss,
                  std::int64_t most_cuts) {
    check_cluster_size(space.rows(), k);
    return TreeCutting(context, space, ladders, k, loss).run(std::min(most_cuts, kMostCuts));
}

}  // namespace lethe
