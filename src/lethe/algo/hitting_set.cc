// Branch and bound over the linear relaxation. The relaxation is solved in floating point, but no
// node is closed on its word: from the dual numbers y, rounded down to multiples of 2^-40, we
// compute in integers
//
//     sum of y  +  sum over elements of min(0, 1 - sum of y of its sets)      (free elements)
//               +  1 - sum of y of its sets                                   (elements taken)
//
// which is a lower bound by weak duality whatever y >= 0 is; rejected elements contribute nothing.
// So the bound holds even if the simplex method was wrong. Sets that hold another set are dropped
// first.
#include "lethe/algo/hitting_set.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "lethe/algo/hitting_lp.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr std::int64_t kOne = std::int64_t{1} << 40;
constexpr double kTiny = 1e-6;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

enum class Choice : std::int8_t { free, taken, rejected };

struct Node {
    std::vector<std::pair<std::int32_t, Choice>> choices;
    std::int64_t bound = 0;
    std::int64_t number = 0;
};

struct WorseNode {
    bool operator()(const Node& a, const Node& b) const {
        return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
    }
};

class HittingSearch {
  public:
    HittingSearch(const Context& context, std::int32_t elements,
                  const std::vector<ElementSet>& sets, const HittingLimits& limits)
        : context_(context),
          elements_(elements),
          limits_(limits),
          lp_(elements),
          choice_(at(elements), Choice::free) {
        keep_minimal(sets);
        for (const ElementSet& set : sets_) lp_.add_row(set, 1.0);
    }

    HittingSet run();

  private:
    void keep_minimal(std::vector<ElementSet> sets);
    void fix(const Node& node);
    void greedy(std::span<const double> x);
    std::int64_t exact_bound() const;
    bool contradicted() const;
    std::int64_t best() const { return std::ssize(found_.elements); }

    const Context& context_;
    std::int32_t elements_;
    HittingLimits limits_;
    HittingLp lp_;
    std::vector<ElementSet> sets_;
    std::vector<Choice> choice_;
    HittingSet found_;
};

// A set that holds another is hit with it.
void HittingSearch::keep_minimal(std::vector<ElementSet> sets) {
    std::stable_sort(sets.begin(), sets.end(), [](const ElementSet& a, const ElementSet& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    std::vector<std::vector<std::size_t>> holding(at(elements_));
    for (ElementSet& set : sets) {
        bool holds_another = false;
        for (const std::int32_t element : set) {
            for (const std::size_t other : holding[at(element)]) {
                holds_another |=
                    std::includes(set.begin(), set.end(), sets_[other].begin(), sets_[other].end());
            }
        }
        if (holds_another) continue;
        holding[at(set.front())].push_back(sets_.size());
        sets_.push_back(std::move(set));
    }
}

void HittingSearch::fix(const Node& node) {
    for (std::int32_t e = 0; e < elements_; ++e) {
        if (choice_[at(e)] != Choice::free) lp_.set_bounds(e, 0.0, 1.0);
        choice_[at(e)] = Choice::free;
    }
    for (const auto& [element, choice] : node.choices) {
        const double value = choice == Choice::taken ? 1.0 : 0.0;
        lp_.set_bounds(element, value, value);
        choice_[at(element)] = choice;
    }
}

// A hitting set in the order of x, without what turns out not to be needed.
void HittingSearch::greedy(std::span<const double> x) {
    std::vector<std::int32_t> order(at(elements_));
    for (std::int32_t e = 0; e < elements_; ++e) order[at(e)] = e;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return x[at(a)] < x[at(b)]; });
    std::vector<int> hits(sets_.size());
    std::vector<std::vector<std::size_t>> holding(at(elements_));
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        hits[s] = static_cast<int>(sets_[s].size());
        for (const std::int32_t e : sets_[s]) holding[at(e)].push_back(s);
    }
    std::vector<std::int32_t> kept;
    for (const std::int32_t e : order) {
        const bool needed = std::any_of(holding[at(e)].begin(), holding[at(e)].end(),
                                        [&](std::size_t s) { return hits[s] == 1; });
        if (needed) {
            kept.push_back(e);
        } else {
            for (const std::size_t s : holding[at(e)]) --hits[s];
        }
    }
    std::sort(kept.begin(), kept.end());
    if (found_.nodes <= 1 || std::ssize(kept) < best()) found_.elements = std::move(kept);
}

std::int64_t HittingSearch::exact_bound() const {
    std::vector<std::int64_t> rest(at(elements_), kOne);
    std::int64_t total = 0;
    const std::span<const double> duals = lp_.row_duals();
    for (std::size_t s = 0; s < sets_.size(); ++s) {
        const double value = std::clamp(duals[s], 0.0, 1.0);
        const auto y = static_cast<std::int64_t>(std::floor(value * static_cast<double>(kOne)));
        total += y;
        for (const std::int32_t e : sets_[s]) rest[at(e)] -= y;
    }
    for (std::int32_t e = 0; e < elements_; ++e) {
        if (choice_[at(e)] == Choice::taken) total += rest[at(e)];
        if (choice_[at(e)] == Choice::free) total += std::min<std::int64_t>(0, rest[at(e)]);
    }
    return total <= 0 ? 0 : (total + kOne - 1) / kOne;
}

bool HittingSearch::contradicted() const {
    return std::any_of(sets_.begin(), sets_.end(), [&](const ElementSet& set) {
        return std::all_of(set.begin(), set.end(),
                           [&](std::int32_t e) { return choice_[at(e)] == Choice::rejected; });
    });
}

HittingSet HittingSearch::run() {
    if (sets_.empty()) return found_;
    const double started = context_.now();
    std::priority_queue<Node, std::vector<Node>, WorseNode> nodes;
    std::int64_t next = 0;
    nodes.push({{}, 0, next++});
    while (!nodes.empty()) {
        Node node = nodes.top();
        found_.bound = std::max(found_.bound, found_.nodes == 0 ? 0 : std::min(node.bound, best()));
        if (found_.bound >= limits_.enough || (found_.nodes > 0 && found_.bound >= best())) {
            return found_;
        }
        context_.check_stop();
        if (context_.now() - started > limits_.seconds) return found_;
        nodes.pop();
        ++found_.nodes;
        fix(node);
        if (contradicted()) continue;
        lp_.solve();
        const std::vector<double> x(lp_.solution().begin(), lp_.solution().end());
        greedy(x);
        node.bound = std::max(node.bound, exact_bound());
        if (node.bound >= best()) continue;
        std::int32_t split = -1;
        for (std::int32_t e = 0; e < elements_; ++e) {
            if (choice_[at(e)] != Choice::free) continue;
            if (split < 0 || std::abs(x[at(e)] - 0.5) < std::abs(x[at(split)] - 0.5)) split = e;
        }
        if (split < 0) continue;  // all chosen: the greedy set is no larger
        for (const Choice choice : {Choice::rejected, Choice::taken}) {
            Node child = node;
            child.choices.push_back({split, choice});
            child.number = next++;
            nodes.push(std::move(child));
        }
    }
    found_.bound = best();
    return found_;
}

}  // namespace

HittingSet least_hitting_set(const Context& context, std::int32_t elements,
                             const std::vector<ElementSet>& sets, const HittingLimits& limits) {
    for (const ElementSet& set : sets) {
        if (set.empty() || set.front() < 0 || set.back() >= elements) {
            throw Error(ErrorKind::usage, "a set to hit is empty or has an unknown element");
        }
    }
    return HittingSearch(context, elements, sets, limits).run();
}

}  // namespace lethe
