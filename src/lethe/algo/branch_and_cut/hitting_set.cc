// Branch and cut over the linear relaxation. The relaxation is solved in floating point, but no
// node is closed, and no element fixed, on its word: from the dual numbers y, rounded down to
// multiples of 2^-40, we compute in integers
//
//     sum of y b  +  sum over elements of min(0, 1 - sum of y of its rows)      (free elements)
//                 +  1 - sum of y of its rows                                   (elements taken)
//
// which is a lower bound by weak duality whatever y >= 0 is; rejected elements contribute nothing.
// The rows are sets to hit (b = 1) and cliques of q sets of two (b = q - 1), both true of every
// hitting set. So the bound holds even if the simplex method was wrong. Sets that hold another set
// are dropped first.
#include "lethe/algo/branch_and_cut/hitting_set.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <set>

#include "lethe/algo/branch_and_cut/hitting_relaxation.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

constexpr std::int64_t kOne = std::int64_t{1} << 40;

struct HittingNode {
    std::vector<Fixing> fixings;
    std::int64_t bound = 0;
    std::int64_t number = 0;
};

struct WorseHittingNode {
    bool operator()(const HittingNode& a, const HittingNode& b) const {
        return a.bound != b.bound ? a.bound > b.bound : a.number < b.number;
    }
};

class HittingSearch {
  public:
    HittingSearch(const Context& context, std::int32_t elements,
                  const std::vector<ElementSet>& sets, const HittingLimits& limits)
        : context_(context), elements_(elements), limits_(limits), relaxation_(elements) {
        keep_minimal(sets);
        for (const ElementSet& set : sets_) relaxation_.add(set);
    }

    HittingSet result() {
        run();
        found_.used.assign(used_.begin(), used_.end());
        return std::move(found_);
    }

  private:
    void run();
    void keep_minimal(const std::vector<ElementSet>& sets);
    void greedy(std::span<const double> x);
    void use(const HittingRelaxation::Row& row);
    void weigh(const HittingNode& node);
    bool contradicted(const HittingNode& node);
    bool close(HittingNode& node);
    std::vector<Fixing> decided() const;
    std::int32_t next_choice(const HittingNode& node) const;
    std::int64_t best() const { return std::ssize(found_.elements); }
    std::int64_t target() const { return std::min(best(), limits_.enough); }

    const Context& context_;
    std::int32_t elements_;
    HittingLimits limits_;
    HittingRelaxation relaxation_;
    std::vector<ElementSet> sets_;
    std::map<ElementSet, std::size_t> place_of_;  // of the sets that were kept
    std::set<std::size_t> used_;
    HittingSet found_;
    // Of the last weighing: the bound and what each element costs, in units of 2^-40.
    std::vector<std::int64_t> rest_;
    std::vector<char> fixed_;
    std::int64_t total_ = 0;
};

// A set that holds another is hit with it.
void HittingSearch::keep_minimal(const std::vector<ElementSet>& sets) {
    std::vector<std::size_t> order(sets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return sets[a].size() != sets[b].size() ? sets[a].size() < sets[b].size()
                                                : sets[a] < sets[b];
    });
    std::vector<std::vector<std::size_t>> holding(at(elements_));
    for (const std::size_t place : order) {
        const ElementSet& set = sets[place];
        bool holds_another = false;
        for (const std::int32_t element : set) {
            for (const std::size_t other : holding[at(element)]) {
                holds_another |=
                    std::includes(set.begin(), set.end(), sets_[other].begin(), sets_[other].end());
            }
        }
        if (holds_another) continue;
        holding[at(set.front())].push_back(sets_.size());
        place_of_.insert({set, place});
        sets_.push_back(set);
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
    if (found_.elements.empty() || std::ssize(kept) < best()) found_.elements = std::move(kept);
}

// The row is a set, or a clique of sets of two.
void HittingSearch::use(const HittingRelaxation::Row& row) {
    ElementSet set(row.columns.begin(), row.columns.end());
    if (row.at_least == 1.0) {
        used_.insert(place_of_.at(set));
        return;
    }
    for (std::size_t a = 0; a < set.size(); ++a) {
        for (std::size_t b = a + 1; b < set.size(); ++b) {
            used_.insert(place_of_.at({set[a], set[b]}));
        }
    }
}

void HittingSearch::weigh(const HittingNode& node) {
    rest_.assign(at(elements_), kOne);
    fixed_.assign(at(elements_), 0);
    total_ = 0;
    for (std::int32_t number = 0; number < relaxation_.rows(); ++number) {
        const HittingRelaxation::Row row = relaxation_.row(number);
        const double value = std::clamp(row.dual, 0.0, 1.0);
        const auto y = static_cast<std::int64_t>(std::floor(value * static_cast<double>(kOne)));
        if (y == 0) continue;
        use(row);
        total_ += y * static_cast<std::int64_t>(row.at_least);
        for (const std::int32_t e : row.columns) rest_[at(e)] -= y;
    }
    for (const Fixing& fixing : node.fixings) {
        fixed_[at(fixing.column)] = 1;
        if (fixing.given_up) total_ += rest_[at(fixing.column)];
    }
    for (std::int32_t e = 0; e < elements_; ++e) {
        if (fixed_[at(e)] == 0) total_ += std::min<std::int64_t>(0, rest_[at(e)]);
    }
}

bool HittingSearch::contradicted(const HittingNode& node) {
    std::vector<char> rejected(at(elements_), 0);
    for (const Fixing& fixing : node.fixings) {
        rejected[at(fixing.column)] = fixing.given_up ? 0 : 1;
    }
    for (const ElementSet& set : sets_) {
        if (std::all_of(set.begin(), set.end(),
                        [&](std::int32_t e) { return rejected[at(e)] != 0; })) {
            used_.insert(place_of_.at(set));
            return true;
        }
    }
    return false;
}

// Solves the relaxation of the node to its end. True when nothing below the node counts.
bool HittingSearch::close(HittingNode& node) {
    relaxation_.fix(node.fixings);
    while (true) {
        if (relaxation_.solve() != HittingLp::Status::optimal) {
            rest_.assign(at(elements_), 0);  // nothing was weighed
            total_ = 0;
            return contradicted(node);
        }
        weigh(node);
        const std::int64_t bound = total_ <= 0 ? 0 : (total_ + kOne - 1) / kOne;
        node.bound = std::max(node.bound, bound);
        if (node.bound >= target()) return true;
        if (!relaxation_.cut()) break;
    }
    greedy(relaxation_.solution());
    return node.bound >= target();
}

// The elements whose other choice cannot lead below the target.
std::vector<Fixing> HittingSearch::decided() const {
    std::vector<Fixing> fixings;
    const std::int64_t closed = (target() - 1) * kOne;  // a bound above it is rounded to the target
    for (std::int32_t e = 0; e < elements_; ++e) {
        if (fixed_[at(e)] != 0) continue;
        const std::int64_t rest = rest_[at(e)];
        if (rest > 0 && total_ + rest > closed) fixings.push_back({e, false});
        if (rest < 0 && total_ - rest > closed) fixings.push_back({e, true});
    }
    return fixings;
}

void HittingSearch::run() {
    if (sets_.empty()) return;
    const double started = context_.now();
    greedy(std::vector<double>(at(elements_), 0.5));
    std::priority_queue<HittingNode, std::vector<HittingNode>, WorseHittingNode> nodes;
    std::int64_t next = 0;
    nodes.push({{}, 0, next++});
    while (!nodes.empty()) {
        HittingNode node = nodes.top();
        found_.bound = std::max(found_.bound, std::min(node.bound, best()));
        if (found_.bound >= target()) return;
        context_.check_stop();
        if (context_.now() - started > limits_.seconds) return;
        nodes.pop();
        ++found_.nodes;
        if (close(node)) continue;
        const std::int32_t split = next_choice(node);
        if (split < 0) continue;  // all chosen: the greedy set is no larger
        const std::vector<Fixing> extra = decided();
        for (const bool taken : {false, true}) {
            HittingNode child{node.fixings, node.bound, next++};
            for (const Fixing& fixing : extra) {
                if (fixing.column != split) child.fixings.push_back(fixing);
            }
            child.fixings.push_back({split, taken});
            nodes.push(std::move(child));
        }
    }
    found_.bound = target();
}

// Most split by the relaxation; when that is whole, or failed, any free element of a set.
std::int32_t HittingSearch::next_choice(const HittingNode& node) const {
    std::vector<char> fixed(at(elements_), 0);
    for (const Fixing& fixing : node.fixings) fixed[at(fixing.column)] = 1;
    const std::int32_t split = relaxation_.most_split();
    if (split >= 0 && fixed[at(split)] == 0) return split;
    for (const ElementSet& set : sets_) {
        for (const std::int32_t e : set) {
            if (fixed[at(e)] == 0) return e;
        }
    }
    return -1;
}

}  // namespace

HittingSet least_hitting_set(const Context& context, std::int32_t elements,
                             const std::vector<ElementSet>& sets, const HittingLimits& limits) {
    for (const ElementSet& set : sets) {
        if (set.empty() || set.front() < 0 || set.back() >= elements) {
            throw Error(ErrorKind::usage, "a set to hit is empty or has an unknown element");
        }
    }
    return HittingSearch(context, elements, sets, limits).result();
}

}  // namespace lethe
