// Combinations of one item are mended first, then those of two, then of three: what is raised only
// makes combinations more frequent, so that what was mended stays so, and a combination of i items
// can only be too rare where it was before the pass began. One walk over the combinations of each
// size is therefore enough: those that are rare in the records as they stood when the pass began
// are looked at again as the cut is by then, and if they are still rare, the cheapest way is taken
// of raising some of their items, each to one of the nodes above it or out of the records.
//
// The walk goes from frequent items to rare ones, and from a combination to those that begin with
// it: the records that hold it are laid out by their next item, in flat arrays, so that nothing is
// kept of a combination once its own are done. How many records hold a node is known from lists of
// their numbers, which never change: a node is in a record where anything below it is.
#include "lethe/algo/sets/apriori_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/key_numbers.h"

namespace lethe::sets {
namespace {

constexpr std::int64_t kMostWork = 2'000'000'000;  // combinations that are walked over

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

// The rows of each node, ascending.
Lists<std::int32_t> rows_of_nodes(const ItemForest& forest, const SetRecords& records) {
    std::vector<std::int64_t> counts(at(forest.size()) + 1, 0);
    std::vector<std::int32_t> seen(at(forest.size()), -1);
    Lists<std::int32_t> lists;
    const auto walk = [&](const auto& visit) {
        std::fill(seen.begin(), seen.end(), -1);
        for (std::int64_t row = 0; row < records.size(); ++row) {
            for (Node v : records[row]) {
                for (; v != kGone && seen[at(v)] != row; v = forest.parent_of(v)) {
                    seen[at(v)] = static_cast<std::int32_t>(row);
                    visit(v, static_cast<std::int32_t>(row));
                }
            }
        }
    };
    walk([&](Node v, std::int32_t) { ++counts[at(v) + 1]; });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    lists.begin = counts;
    lists.items.resize(at(counts.back()));
    walk([&](Node v, std::int32_t row) { lists.items[at(counts[at(v)]++)] = row; });
    return lists;
}

// Whether at least k rows are in all of the lists.
bool shared_by(std::vector<std::span<const std::int32_t>> lists, std::int64_t k) {
    if (lists.empty()) return true;
    std::sort(lists.begin(), lists.end(),
              [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::int64_t left = std::ssize(lists.front());
    std::int64_t found = 0;
    for (const std::int32_t row : lists.front()) {
        if (found >= k || found + left < k) break;
        --left;
        bool all = true;
        for (std::size_t i = 1; all && i < lists.size(); ++i) {
            const auto place = std::lower_bound(lists[i].begin(), lists[i].end(), row);
            all = place != lists[i].end() && *place == row;
            lists[i] = lists[i].subspan(at(place - lists[i].begin()));
        }
        found += all ? 1 : 0;
    }
    return found >= k;
}

// What is raised together: a node, or the top whose tree is suppressed.
struct Raise {
    Node node = kGone;
    bool suppressed = false;
    friend bool operator==(const Raise&, const Raise&) = default;
};

class AprioriSearch {
  public:
    AprioriSearch(const Context& context, const ItemForest& forest, const SetRecords& records,
                  std::int64_t k)
        : context_(context),
          forest_(forest),
          records_(records),
          k_(k),
          rows_(rows_of_nodes(forest, records)),
          image_(at(forest.size())),
          weight_(at(forest.size()), 0),
          lost_(at(forest.size()), 0) {
        std::iota(image_.begin(), image_.end(), Node{0});
        for (const Node item : records.items) ++weight_[at(item)];
        for (Node v = forest.size(); v-- > 0;) {
            const Node up = forest.parent_of(v);
            if (up != kGone) weight_[at(up)] += weight_[at(v)];
        }
    }

    void mend(std::int64_t size) {
        show_records();
        check_work(size);
        std::vector<Entry> all;
        for (std::int64_t row = 0; row < shown_.size(); ++row) {
            all.push_back({static_cast<std::int32_t>(row), 0});
        }
        std::vector<Node> chosen;
        walk(all, chosen, size);
    }

    SetCut result() const {
        SetCut cut{image_, 0};
        for (Node v = 0; v < forest_.size(); ++v) {
            if (!forest_.is_leaf(v) || image_[at(v)] == v) continue;
            cut.loss += static_cast<double>(weight_[at(v)]) * forest_.penalty_of(image_[at(v)]);
        }
        if (!records_.items.empty()) cut.loss /= static_cast<double>(records_.items.size());
        return cut;
    }

  private:
    // A record and the place in it from which on its items may follow.
    struct Entry {
        std::int32_t row = 0;
        std::int32_t from = 0;
    };

    // The records as they are at present: ranks of nodes, frequent ones first, ascending.
    void show_records() {
        std::vector<Node> order;
        for (Node v = 0; v < forest_.size(); ++v) {
            if (image_[at(v)] == v && !rows_[v].empty()) order.push_back(v);
        }
        place_.assign(at(kMostKnownItems), std::vector<std::int64_t>(order.size(), 0));
        std::stable_sort(order.begin(), order.end(),
                         [&](Node a, Node b) { return rows_[a].size() > rows_[b].size(); });
        std::vector<std::int32_t> rank(at(forest_.size()), 0);
        for (std::size_t i = 0; i < order.size(); ++i) {
            rank[at(order[i])] = static_cast<std::int32_t>(i);
        }
        shown_ = {};
        std::vector<std::int32_t> ranks;
        for (std::int64_t row = 0; row < records_.size(); ++row) {
            ranks.clear();
            for (const Node item : records_[row]) {
                if (image_[at(item)] != kGone) ranks.push_back(rank[at(image_[at(item)])]);
            }
            std::sort(ranks.begin(), ranks.end());
            ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
            shown_.items.insert(shown_.items.end(), ranks.begin(), ranks.end());
            shown_.close();
        }
        by_rank_ = std::move(order);
    }

    void check_work(std::int64_t size) const {
        double work = 0;
        for (std::int64_t row = 0; row < shown_.size(); ++row) {
            double choices = 1;
            const auto items = static_cast<double>(shown_[row].size());
            for (int i = 0; i < size; ++i) choices = choices * (items - i) / (i + 1);
            work += std::max(0.0, choices);
        }
        if (work <= static_cast<double>(kMostWork)) return;
        throw Error(ErrorKind::unmet,
                    fmt::format("the sets have {:.0f} combinations of {} items, which are too many "
                                "to look at (at most {}); take a smaller m",
                                work, size, kMostWork));
    }

    // All combinations of `left` more items in the records of `entries`, behind those chosen.
    void walk(std::span<const Entry> entries, std::vector<Node>& chosen, std::int64_t left) {
        std::vector<std::int64_t>& place = place_[chosen.size()];  // of items; all 0 between calls
        std::vector<std::int32_t> next;
        for (const Entry& entry : entries) {
            for (const std::int32_t item : shown_[entry.row].subspan(at(entry.from))) {
                if (place[at(item)]++ == 0) next.push_back(item);
            }
        }
        std::sort(next.begin(), next.end());
        std::vector<std::int64_t> begins{0};
        for (const std::int32_t item : next) {
            begins.push_back(begins.back() + std::exchange(place[at(item)], begins.back()));
        }
        std::vector<Entry> laid;
        if (left > 1) laid = laid_out(entries, place, begins.back());
        for (const std::int32_t item : next) place[at(item)] = 0;
        for (std::size_t i = 0; i < next.size(); ++i) {
            const auto size = begins[i + 1] - begins[i];
            chosen.push_back(by_rank_[at(next[i])]);
            if (left == 1) {
                if (size < k_) mend_rare(chosen);
            } else if (image_[at(chosen.back())] != kGone) {
                walk(std::span(laid).subspan(at(begins[i]), at(size)), chosen, left - 1);
            }
            chosen.pop_back();
        }
        context_.check_stop();
    }

    // The entries by their next item; `place` has where those of each item begin.
    std::vector<Entry> laid_out(std::span<const Entry> entries, std::vector<std::int64_t>& place,
                                std::int64_t total) const {
        std::vector<Entry> laid(at(total));
        for (const Entry& entry : entries) {
            const auto items = shown_[entry.row];
            for (auto i = entry.from; i < std::ssize(items); ++i) {
                laid[at(place[at(items[at(i)])]++)] = {entry.row, i + 1};
            }
        }
        return laid;
    }

    // The nodes that these are released as, ascending.
    std::vector<Node> images(std::span<const Node> nodes) const {
        std::vector<Node> result;
        for (const Node v : nodes) {
            if (image_[at(v)] != kGone) result.push_back(image_[at(v)]);
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    bool is_shared(std::span<const Node> nodes) const {
        std::vector<std::span<const std::int32_t>> lists;
        for (const Node v : nodes) lists.push_back(rows_[v]);
        return shared_by(std::move(lists), k_);
    }

    // A combination that was rare when the pass began.
    void mend_rare(std::span<const Node> nodes) {
        const std::vector<Node> now = images(nodes);
        std::array<std::uint64_t, 2> key{};
        for (std::size_t i = 0; i < now.size(); ++i) {
            key[i / 2] = key[i / 2] << 32 | (static_cast<std::uint64_t>(now[i]) + 1);
        }
        if (now.empty() || mended_.find(key) != mended_.kNone) return;
        if (!is_shared(now)) {
            raise_cheapest(now);
        } else {
            mended_.number(key);
        }
    }

    // What can be done with a node: nothing, each node above it, suppression.
    std::vector<Raise> ways_up(Node v) const {
        std::vector<Raise> ways{{v, false}};
        Node top = v;
        for (Node up = forest_.parent_of(v); up != kGone; up = forest_.parent_of(up)) {
            ways.push_back({up, false});
            top = up;
        }
        ways.push_back({top, true});
        return ways;
    }

    double cost(const Raise& raise) const {
        const double penalty = raise.suppressed ? 1 : forest_.penalty_of(raise.node);
        return static_cast<double>(weight_[at(raise.node)]) * penalty - lost_[at(raise.node)];
    }

    // Those of the raises that are not within another one, without those that raise nothing.
    std::vector<Raise> outermost(std::span<const Raise> raises, std::span<const Node> nodes) const {
        std::vector<Raise> result;
        for (std::size_t i = 0; i < raises.size(); ++i) {
            const Raise& one = raises[i];
            if (one.node == nodes[i] && !one.suppressed) continue;
            const bool within = std::any_of(raises.begin(), raises.end(), [&](const Raise& other) {
                if (other == one || !forest_.covers(other.node, one.node)) return false;
                return other.node != one.node || other.suppressed;
            });
            const bool known = std::find(result.begin(), result.end(), one) != result.end();
            if (!within && !known) result.push_back(one);
        }
        return result;
    }

    // What the nodes would be released as.
    std::vector<Node> images_after(std::span<const Node> nodes,
                                   std::span<const Raise> raises) const {
        std::vector<Node> result;
        for (const Node v : nodes) {
            const auto its = std::find_if(raises.begin(), raises.end(), [&](const Raise& raise) {
                return forest_.covers(raise.node, v);
            });
            if (its == raises.end()) {
                result.push_back(v);
            } else if (!its->suppressed) {
                result.push_back(its->node);
            }
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    struct Remedy {
        double cost = 0;
        std::vector<Raise> raises;
    };

    void add_remedies(std::span<const Node> nodes, const std::vector<std::vector<Raise>>& ways,
                      std::vector<Raise>& chosen, std::vector<Remedy>& remedies) const {
        if (chosen.size() < nodes.size()) {
            for (const Raise& way : ways[chosen.size()]) {
                chosen.push_back(way);
                add_remedies(nodes, ways, chosen, remedies);
                chosen.pop_back();
            }
            return;
        }
        Remedy remedy{0, outermost(chosen, nodes)};
        for (const Raise& raise : remedy.raises) remedy.cost += cost(raise);
        if (!remedy.raises.empty()) remedies.push_back(std::move(remedy));
    }

    void raise_cheapest(std::span<const Node> nodes) {
        std::vector<std::vector<Raise>> ways;
        for (const Node v : nodes) ways.push_back(ways_up(v));
        std::vector<Remedy> remedies;
        std::vector<Raise> chosen;
        add_remedies(nodes, ways, chosen, remedies);
        std::stable_sort(remedies.begin(), remedies.end(),
                         [](const Remedy& a, const Remedy& b) { return a.cost < b.cost; });
        const auto best = std::find_if(remedies.begin(), remedies.end(), [&](const Remedy& remedy) {
            return is_shared(images_after(nodes, remedy.raises));
        });
        for (const Raise& raise : best->raises) carry_out(raise);  // suppressing all is a remedy
    }

    void carry_out(const Raise& raise) {
        const double added = cost(raise);
        for (Node v = raise.node; v < forest_.end_of(raise.node); ++v) {
            image_[at(v)] = raise.suppressed ? kGone : raise.node;
        }
        for (Node v = raise.node; v != kGone; v = forest_.parent_of(v)) lost_[at(v)] += added;
    }

    const Context& context_;
    const ItemForest& forest_;
    const SetRecords& records_;
    std::int64_t k_;
    Lists<std::int32_t> rows_;
    std::vector<Node> image_;
    std::vector<std::int64_t> weight_;  // items of records at the node and below
    std::vector<double> lost_;          // of their penalties, at present
    Lists<std::int32_t> shown_;
    std::vector<Node> by_rank_;
    std::vector<std::vector<std::int64_t>> place_;     // of walk, by how many are chosen
    KeyNumbers<std::array<std::uint64_t, 2>> mended_;  // combinations that k records share
};

}  // namespace

SetCut apriori_cut(const Context& context, const ItemForest& forest, const SetRecords& records,
                   std::int64_t k, std::int64_t m) {
    if (records.size() == 0) {
        SetCut nothing{std::vector<Node>(forest.parent.size()), 0};
        std::iota(nothing.image.begin(), nothing.image.end(), Node{0});
        return nothing;
    }
    if (k > records.size()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("no {} records can share an item: there are {}, so k is at most {}",
                                k, records.size(), records.size()));
    }
    AprioriSearch search(context, forest, records, k);
    for (std::int64_t size = 1; size <= m; ++size) search.mend(size);
    return search.result();
}

}  // namespace lethe::sets
