// All records begin as one group that shows nothing. A group is opened at one of the nodes that it
// shows, the one that costs its records most: they are told apart by which of the nodes right below
// it they have something under. Parts of at least k records become groups that show these in its
// place. The records of smaller parts stay together as they were, where that node is not opened
// again; if they are fewer than k, the larger parts give up records that they can spare, and where
// these are not enough, the smallest of them joins those that stay. Parts never get fewer than k,
// so every step keeps what it found.
#include "lethe/algo/sets/top_down.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/core/error.h"

namespace lethe::sets {
namespace {

using Rows = std::vector<std::int32_t>;

// Above the tops; opened first. Where it is shown, nothing is.
constexpr Node kAbove = -2;

struct OpenGroup {
    Rows rows;
    std::vector<Node> shown;    // ascending; kAbove alone, at first
    std::vector<Node> to_open;  // of these, those that may still be opened, ascending
};

class TopDown {
  public:
    TopDown(const Context& context, const ItemForest& forest, const SetRecords& records,
            std::int64_t k)
        : context_(context), forest_(forest), records_(records), k_(k) {}

    SetGroups run() {
        Rows all(static_cast<std::size_t>(records_.size()));
        std::iota(all.begin(), all.end(), 0);
        SetGroups result;
        result.group_of.resize(all.size());
        std::vector<OpenGroup> waiting;
        if (!all.empty()) waiting.push_back({std::move(all), {kAbove}, {kAbove}});
        while (!waiting.empty()) {
            context_.check_stop();
            OpenGroup group = std::move(waiting.back());
            waiting.pop_back();
            if (group.to_open.empty()) {
                close(group, result);
            } else {
                open(std::move(group), waiting);
            }
        }
        if (!records_.items.empty()) result.loss /= static_cast<double>(records_.items.size());
        return result;
    }

  private:
    bool under(Node above, Node v) const { return above == kAbove || forest_.covers(above, v); }

    // The node right below `above` on the way to the item.
    Node next_below(Node above, Node item) const {
        const Node top = above == kAbove ? kGone : above;
        while (forest_.parent_of(item) != top) item = forest_.parent_of(item);
        return item;
    }

    double penalty(Node shown) const {
        if (shown == kAbove) return 1;
        return forest_.is_leaf(shown) ? 0 : forest_.penalty_of(shown);
    }

    // The node that the group shows for the item; kAbove where it shows none.
    Node shown_for(const OpenGroup& group, Node item) const {
        const auto above = std::upper_bound(group.shown.begin(), group.shown.end(), item);
        if (above == group.shown.begin()) return kAbove;
        return under(*std::prev(above), item) ? *std::prev(above) : kAbove;
    }

    Node costliest(const OpenGroup& group) const {
        if (group.to_open.size() == 1) return group.to_open.front();
        std::vector<double> costs(group.to_open.size(), 0);
        for (const std::int32_t row : group.rows) {
            for (const Node item : records_[row]) {
                const Node shown = shown_for(group, item);
                const auto place =
                    std::lower_bound(group.to_open.begin(), group.to_open.end(), shown);
                if (place == group.to_open.end() || *place != shown) continue;
                costs[static_cast<std::size_t>(place - group.to_open.begin())] += penalty(shown);
            }
        }
        const auto most = std::max_element(costs.begin(), costs.end()) - costs.begin();
        return group.to_open[static_cast<std::size_t>(most)];
    }

    // The nodes below `node` that each row has something under.
    Lists<Node> told_by(const OpenGroup& group, Node node) const {
        Lists<Node> told;
        for (const std::int32_t row : group.rows) {
            const auto before = std::ssize(told.items);
            for (const Node item : records_[row]) {
                if (!under(node, item)) continue;
                const Node next = next_below(node, item);
                if (std::ssize(told.items) == before || told.items.back() != next) {
                    told.items.push_back(next);
                }
            }
            told.close();
        }
        return told;
    }

    static bool less(std::span<const Node> a, std::span<const Node> b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

    struct Part {
        std::vector<Node> told;
        Rows rows;
    };

    // Rows that are told apart by what they have below the node; within a part by their sets.
    std::vector<Part> parts_at(const OpenGroup& group, Node node) const {
        const Lists<Node> told = told_by(group, node);
        std::vector<std::int64_t> order(group.rows.size());
        std::iota(order.begin(), order.end(), std::int64_t{0});
        std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            if (less(told[a], told[b])) return true;
            if (less(told[b], told[a])) return false;
            const std::int32_t left = group.rows[static_cast<std::size_t>(a)];
            const std::int32_t right = group.rows[static_cast<std::size_t>(b)];
            if (less(records_[left], records_[right])) return true;
            if (less(records_[right], records_[left])) return false;
            return left < right;
        });
        std::vector<Part> parts;
        for (const std::int64_t i : order) {
            const auto its = told[i];
            if (parts.empty() || !std::equal(its.begin(), its.end(), parts.back().told.begin(),
                                             parts.back().told.end())) {
                parts.push_back({{its.begin(), its.end()}, {}});
            }
            parts.back().rows.push_back(group.rows[static_cast<std::size_t>(i)]);
        }
        return parts;
    }

    std::int64_t spare(const Part& part) const { return std::ssize(part.rows) - k_; }

    // Fills those that stay up to k, from the largest parts; the smallest part joins them where
    // that is not enough.
    void fill(std::vector<Part>& parts, Rows& staying) const {
        const auto smaller = [](const Part& a, const Part& b) {
            return a.rows.size() < b.rows.size();
        };
        while (!staying.empty() && std::ssize(staying) < k_ && !parts.empty()) {
            std::int64_t spares = 0;
            for (const Part& part : parts) spares += spare(part);
            if (std::ssize(staying) + spares < k_) {
                const auto least = std::min_element(parts.begin(), parts.end(), smaller);
                staying.insert(staying.end(), least->rows.begin(), least->rows.end());
                parts.erase(least);
                continue;
            }
            const auto most = std::max_element(parts.begin(), parts.end(), smaller);
            const auto moved = std::min(spare(*most), k_ - std::ssize(staying));
            staying.insert(staying.end(), most->rows.end() - moved, most->rows.end());
            most->rows.resize(most->rows.size() - static_cast<std::size_t>(moved));
        }
    }

    void open(OpenGroup group, std::vector<OpenGroup>& waiting) const {
        const Node node = costliest(group);
        std::vector<Part> parts;
        Rows staying;
        for (Part& part : parts_at(group, node)) {
            // Who has nothing at all shows what the suppressed show.
            if (spare(part) >= 0 && !part.told.empty()) {
                parts.push_back(std::move(part));
            } else {
                staying.insert(staying.end(), part.rows.begin(), part.rows.end());
            }
        }
        fill(parts, staying);
        std::erase(group.to_open, node);
        for (Part& part : parts) {
            OpenGroup finer{std::move(part.rows), group.shown, group.to_open};
            std::erase(finer.shown, node);
            for (const Node told : part.told) {
                finer.shown.push_back(told);
                if (!forest_.is_leaf(told)) finer.to_open.push_back(told);
            }
            std::sort(finer.shown.begin(), finer.shown.end());
            std::sort(finer.to_open.begin(), finer.to_open.end());
            waiting.push_back(std::move(finer));
        }
        group.rows = std::move(staying);
        if (!group.rows.empty()) waiting.push_back(std::move(group));
    }

    void close(const OpenGroup& group, SetGroups& result) const {
        const std::int64_t number = result.shown.size();
        for (const Node v : group.shown) {
            if (v != kAbove) result.shown.items.push_back(v);
        }
        result.shown.close();
        for (const std::int32_t row : group.rows) {
            result.group_of[static_cast<std::size_t>(row)] = number;
            for (const Node item : records_[row]) result.loss += penalty(shown_for(group, item));
        }
    }

    const Context& context_;
    const ItemForest& forest_;
    const SetRecords& records_;
    std::int64_t k_;
};

}  // namespace

SetGroups top_down_groups(const Context& context, const ItemForest& forest,
                          const SetRecords& records, std::int64_t k) {
    if (records.size() == 0) return {};
    if (k > records.size()) {
        throw Error(ErrorKind::unmet,
                    fmt::format("no {} records can show the same set: there are {}, so k is at "
                                "most {}",
                                k, records.size(), records.size()));
    }
    return TopDown(context, forest, records, k).run();
}

}  // namespace lethe::sets
