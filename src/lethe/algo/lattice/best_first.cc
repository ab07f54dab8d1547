// Two searches that share their best. One goes up from the bottom after good nodes; the other
// (level_boxes.cc) splits all of the lattice into boxes, for a bound. They take turns, with as many
// evaluations each, and whichever comes to its end first has proven the best of both.
//
// Upwards: a node is measured with all failing classes suppressed, whatever the limit, and the node
// that loses least is expanded: its successors are measured and queue up. From time to time, and at
// the beginning, it goes on with the best successor until there is none, which leads through the
// nodes at which suppression comes within the limit. A node whose bound shows that it cannot be the
// best is left out with all above it. Every node that was not looked at is above one that is in the
// queue, or above one that was left out: so the least bound in the queue, too, is a bound of
// everything. A node whose expansion was interrupted stays in the queue.
//
// The levels, the loss and the bound of each node that was met are kept, but no classes: those of
// the node that is expanded are made anew from the tuples, or on the way up from those of the node
// before, and its successors' from them.
#include "lethe/algo/lattice/best_first.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/algo/lattice/level_boxes.h"
#include "lethe/core/parallel.h"

namespace lethe::lattice {
namespace {

using MetKey = std::u16string;  // a level a character

MetKey met_key(const Node& node) { return {node.begin(), node.end()}; }

struct Met {
    enum State { open, expanded, cut };
    State state = open;
    double loss = 0;
    double bound = 0;
};

struct Measured {
    double loss = 0;  // its guide, with all failing classes suppressed
    double bound = 0;
    std::optional<Solution> solution;        // where it is feasible
    std::optional<std::int64_t> suppressed;  // where it would be if these were allowed to be
};

class UpwardSearch {
  public:
    explicit UpwardSearch(AnytimeRun& run)
        : run_(run), evaluation_(run.evaluation()), top_(evaluation_.top()) {
        const int height = std::accumulate(top_.begin(), top_.end(), 0);
        dive_every_ = std::max(1, height);
    }

    bool empty() const { return begun_ && queue_.empty(); }
    std::int64_t cut() const { return cut_; }

    double bound() const {
        double least = std::numeric_limits<double>::infinity();
        if (!begun_) return -least;
        for (const auto& [key, met] : met_) {
            if (met.state == Met::open) least = std::min(least, met.bound);
        }
        return least;
    }

    // Expands a node, or a way of them upwards.
    void turn() {
        if (!begun_ && !begin()) return;
        while (!queue_.empty()) {
            const auto first = queue_.begin();
            const MetKey key = std::get<2>(*first);
            if (run_.cuts(met_.at(key).bound)) {
                leave_out(key);
                continue;
            }
            const bool dives = steps_++ % dive_every_ == 0;
            const Node node(key.begin(), key.end());
            auto list = made_from(evaluation_.classes().tuples(), node);
            std::optional<MetKey> next = expand(key, *list);
            while (dives && next && !run_.over()) {
                list = made_from(*list, Node(next->begin(), next->end()));
                next = expand(*next, *list);
            }
            return;
        }
    }

  private:
    using Waiting = std::tuple<double, int, MetKey>;  // loss, sum of levels, levels

    static Waiting waiting(const MetKey& key, double loss) {
        return {loss, std::accumulate(key.begin(), key.end(), 0), key};
    }

    std::shared_ptr<const ClassList> made_from(const ClassList& below, const Node& node) const {
        return evaluation_.classes().raised(below, node, evaluation_.needs_values());
    }

    bool begin() {
        if (run_.allowed(1) == 0) return false;
        begun_ = true;
        take(met_key(Node(top_.size(), 0)), measured(evaluation_.classes().tuples()),
             -std::numeric_limits<double>::infinity());
        return true;
    }

    Measured measured(const ClassList& list) const {
        const Measure& measure = evaluation_.measure();
        Measured result;
        result.bound = measure.bound(list).value;
        std::vector<char> suppressed;
        Judged judged = evaluation_.judged(list, suppressed);
        const bool feasible = judged.feasible;
        if (!feasible) judged = evaluation_.judged(list, suppressed, true);
        if (!feasible && !judged.empty_class) result.suppressed = judged.suppressed;
        if (measure.slow() && !feasible) {
            result.loss = measure.guide(list, suppressed);
            return result;
        }
        Loss loss = measure.of(list, suppressed);
        result.loss = measure.slow() ? measure.guide(list, suppressed) : loss.value;
        if (std::isnan(result.loss)) result.loss = std::numeric_limits<double>::infinity();
        if (feasible) {
            result.solution = Solution{list.node, judged.suppressed, std::move(loss)};
        }
        return result;
    }

    void take(const MetKey& key, Measured found, double bound_below) {
        const double bound = std::max(found.bound, bound_below);
        met_[key] = {Met::open, found.loss, bound};
        queue_.insert(waiting(key, found.loss));
        if (found.suppressed) {
            run_.take_infeasible(Node(key.begin(), key.end()), *found.suppressed);
        }
        if (found.solution) run_.take(std::move(*found.solution));
    }

    void leave_out(const MetKey& key) {
        Met& met = met_[key];
        if (met.state == Met::open) queue_.erase(waiting(key, met.loss));
        met.state = Met::cut;
        ++cut_;
    }

    // Successors that nothing is known of, the bound of which does not leave them out.
    std::vector<MetKey> unknown_above(const MetKey& key, double bound) {
        std::vector<MetKey> unknown;
        for (std::size_t q = 0; q < key.size(); ++q) {
            if (key[q] == top_[q]) continue;
            MetKey above = key;
            ++above[q];
            if (met_.contains(above)) continue;
            double own = bound;
            if (evaluation_.measure().by_levels()) {
                const Node node(above.begin(), above.end());
                own = std::max(own, evaluation_.measure().bound(node).value);
            }
            if (run_.cuts(own)) {
                met_[above] = {Met::cut, 0, own};
                ++cut_;
                continue;
            }
            unknown.push_back(std::move(above));
        }
        return unknown;
    }

    // The best successor that is open.
    std::optional<MetKey> expand(const MetKey& key, const ClassList& list) {
        const double bound = met_.at(key).bound;
        const std::vector<MetKey> unknown = unknown_above(key, bound);
        for (std::size_t from = 0; from < unknown.size();) {
            const std::int64_t count = run_.allowed(std::min<std::int64_t>(
                AnytimeRun::kAtOnce, std::ssize(unknown) - static_cast<std::int64_t>(from)));
            if (count == 0) return std::nullopt;
            std::vector<Measured> found(static_cast<std::size_t>(count));
            parallel_tasks(run_.context(), count, [&](std::int64_t i) {
                const MetKey& above = unknown[from + static_cast<std::size_t>(i)];
                found[static_cast<std::size_t>(i)] =
                    measured(*made_from(list, Node(above.begin(), above.end())));
            });
            for (Measured& one : found) take(unknown[from++], std::move(one), bound);
        }
        Met& own = met_.at(key);
        queue_.erase(waiting(key, own.loss));
        own.state = Met::expanded;
        std::optional<Waiting> best;
        for (std::size_t q = 0; q < key.size(); ++q) {
            if (key[q] == top_[q]) continue;
            MetKey above = key;
            ++above[q];
            const Met& met = met_.at(above);
            if (met.state != Met::open || run_.cuts(met.bound)) continue;
            Waiting one = waiting(above, met.loss);
            if (!best || one < *best) best = std::move(one);
        }
        if (!best) return std::nullopt;
        return std::get<2>(*best);
    }

    AnytimeRun& run_;
    const Evaluation& evaluation_;
    Node top_;
    std::unordered_map<MetKey, Met> met_;
    std::set<Waiting> queue_;
    bool begun_ = false;
    std::int64_t steps_ = 0;
    std::int64_t dive_every_ = 1;
    std::int64_t cut_ = 0;
};

}  // namespace

AnytimeRun::AnytimeRun(const Context& context, const Evaluation& evaluation,
                       const AnytimeLimits& limits)
    : context_(context),
      evaluation_(evaluation),
      limits_(limits),
      started_(context.now()),
      progress_(context, "searching levels", limits.evaluations) {}

std::int64_t AnytimeRun::allowed(std::int64_t wanted) {
    context_.check_stop();
    if (!over() && context_.now() - started_ >= limits_.seconds) end_ = SearchEnd::seconds;
    const std::int64_t left = limits_.evaluations - evaluated_;
    if (!over() && left <= 0) end_ = SearchEnd::evaluations;
    if (over()) return 0;
    const std::int64_t count = std::min(wanted, left);
    evaluated_ += count;
    progress_.add(count);
    return count;
}

bool AnytimeRun::cuts(double bound) const {
    return best_ && best_->loss.clearly_less_than({bound, {}, {}});
}

void AnytimeRun::take(Solution solution) {
    if (best_ && solution.node == best_->node) return;  // both searches came to it
    if (best_ && solution.loss == best_->loss) ++ties_;
    if (best_ && !better(solution, *best_)) return;
    if (best_ && solution.loss < best_->loss) ties_ = 0;
    best_ = std::move(solution);
}

void AnytimeRun::take_infeasible(const Node& node, std::int64_t suppressed) {
    if (suppressed >= evaluation_.rows() || (nearest_ && nearest_->suppressed <= suppressed))
        return;
    nearest_ = Solution{node, suppressed, {}};
}

SearchResult search_best_first(const Context& context, const Evaluation& evaluation,
                               const AnytimeLimits& limits) {
    AnytimeRun run(context, evaluation, limits);
    UpwardSearch upward(run);
    LevelBoxes boxes(run);
    const bool with_boxes = evaluation.measure().by_levels();
    // The top first: where anything is feasible, it mostly is.
    if (with_boxes) boxes.work(1);
    bool proven = with_boxes && boxes.empty();
    while (!proven && !run.over()) {
        const std::int64_t before = run.evaluated();
        upward.turn();
        proven = upward.empty();
        if (!with_boxes || proven) continue;
        boxes.work(std::max<std::int64_t>(1, run.evaluated() - before));
        proven = boxes.empty();
    }
    SearchResult result;
    result.nodes = node_count(evaluation);
    result.evaluated = run.evaluated();
    result.cut = static_cast<double>(upward.cut());
    result.ties = run.ties();
    result.best = run.best();
    if (!result.best) result.nearest = run.nearest();
    result.exact = proven;
    result.end = proven ? SearchEnd::proven : run.end();
    result.bound = upward.bound();
    if (with_boxes) result.bound = std::max(result.bound, boxes.bound());
    if (result.best && (proven || result.best->loss.value < result.bound)) {
        result.bound = result.best->loss.value;
    }
    return result;
}

}  // namespace lethe::lattice
