// Vectors of levels form a lattice. Raising a column joins classes. Three things follow, and each
// lets one look decide about many nodes:
//
// 1. Feasibility. Where all models are monotone (Regime::full), a feasible node makes all above it
//    feasible, and an infeasible one all below it infeasible. Otherwise (partial) it is counted how
//    many rows must go however the classes of a node are split (rows_to_go.cc): where these are too
//    many, all below is infeasible.
// 2. Bounds. The loss without suppression never exceeds the loss and does not fall upwards. For
//    losses that are joined from columns it is known from the counts of labels, before any class is
//    counted: nodes are taken in the order of their bounds until these exceed the best loss. For
//    the others it follows from the classes, and is passed on upwards. Rows that must go add to the
//    loss of every node below, which raises their bounds (metric loss).
// 3. Classes of a node follow from those of any node below it: the smallest of the lists that were
//    kept is taken.
//
// For a node that is not decided a path goes up, each time to the neighbour with the least bound,
// as long as this does not exceed the best loss. Its last node is tested first: if that is
// infeasible, everything below it is decided at once. Otherwise the first feasible one is found by
// bisection. Where all of the path is known to be feasible, the middle is looked at first, then the
// middle of what is below it: what must go there may tell that the lower end cannot be the best.
//
// Some paths and nodes are worked on at once, one node of each; how many does not depend on the
// number of threads, and results are taken in their order. What may be cut is compared with a
// little slack, since bounds and losses are rounded: a node is cut where rounding cannot have done
// it.
#include "lethe/algo/lattice/search.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "lethe/algo/lattice/best_first.h"
#include "lethe/algo/lattice/class_cache.h"
#include "lethe/core/parallel.h"

namespace lethe::lattice {
namespace {

constexpr std::size_t kAtOnce = 8;

int height_of(const Node& node) { return std::accumulate(node.begin(), node.end(), 0); }

// Nodes are numbered, the last column fastest, so that numbers are in the order of levels.
class Lattice {
  public:
    explicit Lattice(const Node& top) : top_(top), stride_(top.size()) {
        for (std::size_t q = top.size(); q-- > 0;) {
            stride_[q] = size_;
            size_ *= top[q] + 1;
        }
    }

    std::int64_t size() const { return size_; }
    std::size_t columns() const { return top_.size(); }
    int level(std::int64_t node, std::size_t column) const {
        return static_cast<int>(node / stride_[column] % (top_[column] + 1));
    }
    Node levels(std::int64_t node) const {
        Node result(top_.size());
        for (std::size_t q = 0; q < top_.size(); ++q) result[q] = level(node, q);
        return result;
    }
    // -1 where there is none.
    std::int64_t above(std::int64_t node, std::size_t column) const {
        return level(node, column) < top_[column] ? node + stride_[column] : -1;
    }
    std::int64_t below(std::int64_t node, std::size_t column) const {
        return level(node, column) > 0 ? node - stride_[column] : -1;
    }

  private:
    Node top_;
    std::vector<std::int64_t> stride_;
    std::int64_t size_ = 1;
};

enum Flag : std::uint8_t {
    kAllowed = 1,    // by what is passed on upwards
    kForbidden = 2,  // infeasible
    kEvaluated = 4,  // completely
};

struct Found {
    bool allowed = false;
    Judged judged;
    bool has_loss = false;
    Loss loss;
    double bound = 0;
    std::vector<double> added;  // by rows that must go below
    std::shared_ptr<const ClassList> list;
};

// What rows that must go add to the losses of all nodes below some that were looked at, the last
// ones of these.
class Additions {
  public:
    Additions(const Measure& measure, std::int64_t nodes) : measure_(measure) {
        if (measure.adds()) seen_.resize(static_cast<std::size_t>(nodes), 0);
    }

    void add(const Node& node, std::vector<double> added) {
        if (std::none_of(added.begin(), added.end(), [](double x) { return x > 0; })) return;
        kept_[count_++ % kMost] = {node, std::move(added)};
    }

    // A bound by what came since the node was asked about last.
    std::optional<double> bound(std::int64_t index, const Node& node) {
        std::uint32_t& seen = seen_[static_cast<std::size_t>(index)];
        std::vector<double> most(node.size(), 0);
        bool any = false;
        for (std::size_t i = std::max<std::size_t>(seen, count_ < kMost ? 0 : count_ - kMost);
             i < count_; ++i) {
            const One& one = kept_[i % kMost];
            const bool above = std::equal(node.begin(), node.end(), one.node.begin(),
                                          [](int a, int b) { return a <= b; });
            if (!above) continue;
            any = true;
            for (std::size_t q = 0; q < most.size(); ++q) {
                most[q] = std::max(most[q], one.added[q]);
            }
        }
        seen = static_cast<std::uint32_t>(count_);
        if (!any) return std::nullopt;
        return measure_.bound(node, most).value;
    }
    bool empty() const { return count_ == 0; }

  private:
    static constexpr std::size_t kMost = 512;
    struct One {
        Node node;
        std::vector<double> added;
    };
    const Measure& measure_;
    std::vector<One> kept_ = std::vector<One>(kMost);  // a ring
    std::size_t count_ = 0;
    std::vector<std::uint32_t> seen_;  // by node
};

// Work on one undecided node: a path upwards from it, or the node alone.
struct Work {
    std::vector<std::int64_t> path;
    std::size_t low = 0;   // nodes before it are forbidden
    std::size_t high = 0;  // nodes from it on are allowed
    bool last_first = false;
    bool by_bound = false;  // all may be feasible: halved until the lower end is cut, or looked at
    std::size_t at = 0;     // the place that is looked at
    std::int64_t current = -1;
};

class Search {
  public:
    Search(const Context& context, const Evaluation& evaluation)
        : context_(context),
          evaluation_(evaluation),
          lattice_(evaluation.top()),
          cache_(evaluation.classes()),
          flags_(static_cast<std::size_t>(lattice_.size()), 0),
          bounds_(static_cast<std::size_t>(lattice_.size()), 0),
          additions_(evaluation.measure(), lattice_.size()) {}

    SearchResult run() {
        order_nodes();
        const Progress progress(context_, "searching levels", 0);
        std::vector<Work> works;
        std::size_t next = 0;
        while (true) {
            context_.check_stop();
            while (works.size() < kAtOnce && next < order_.size()) {
                const std::int64_t node = order_[next];
                if (by_levels_ && beyond(node)) {
                    next = order_.size();
                    break;
                }
                ++next;
                begin_work(node, works);
            }
            std::erase_if(works, [&](Work& work) { return !choose(work); });
            if (works.empty() && next >= order_.size()) break;
            look_at(works);
        }
        SearchResult result;
        result.nodes = static_cast<double>(lattice_.size());
        result.evaluated = evaluated_;
        result.cut = result.nodes - static_cast<double>(evaluated_);
        result.ties = ties_;
        if (best_) {
            result.bound = best_->loss.value;
            result.best = std::move(best_);
        }
        return result;
    }

  private:
    bool has(std::int64_t node, Flag flag) const {
        return (flags_[static_cast<std::size_t>(node)] & flag) != 0;
    }

    void order_nodes() {
        const auto size = static_cast<std::size_t>(lattice_.size());
        by_levels_ = evaluation_.measure().by_levels();
        guides_.resize(size);
        std::vector<int> heights(size);
        const Node top = evaluation_.top();
        for (std::size_t i = 0; i < size; ++i) {
            const Node node = lattice_.levels(static_cast<std::int64_t>(i));
            heights[i] = height_of(node);
            if (by_levels_) {
                bounds_[i] = evaluation_.measure().bound(node).value;
                guides_[i] = bounds_[i];
                continue;
            }
            bounds_[i] = -std::numeric_limits<double>::infinity();
            for (std::size_t q = 0; q < node.size(); ++q) {
                if (top[q] > 0) guides_[i] += static_cast<double>(node[q]) / top[q];
            }
        }
        order_.resize(size);
        std::iota(order_.begin(), order_.end(), std::int64_t{0});
        std::sort(order_.begin(), order_.end(), [&](std::int64_t a, std::int64_t b) {
            const auto i = static_cast<std::size_t>(a);
            const auto j = static_cast<std::size_t>(b);
            if (guides_[i] != guides_[j]) return guides_[i] < guides_[j];
            return heights[i] != heights[j] ? heights[i] < heights[j] : a < b;
        });
    }

    // Whether the node cannot be the best, nor any that comes after it (losses by levels).
    bool beyond(std::int64_t node) const {
        return best_ &&
               best_->loss.clearly_less_than({guides_[static_cast<std::size_t>(node)], {}, {}});
    }

    // Whether the node cannot be the best. What bounds below it say holds for it too.
    bool cut(std::int64_t node) {
        if (!best_) return false;
        double& bound = bounds_[static_cast<std::size_t>(node)];
        if (!by_levels_) {
            for (std::size_t q = 0; q < lattice_.columns(); ++q) {
                const std::int64_t below = lattice_.below(node, q);
                if (below >= 0) bound = std::max(bound, bounds_[static_cast<std::size_t>(below)]);
            }
        }
        if (best_->loss.clearly_less_than({bound, {}, {}})) return true;
        if (additions_.empty()) return false;
        const auto more = additions_.bound(node, lattice_.levels(node));
        if (!more) return false;
        bound = std::max(bound, *more);
        return best_->loss.clearly_less_than({bound, {}, {}});
    }

    void begin_work(std::int64_t node, std::vector<Work>& works) {
        if (has(node, kForbidden) || has(node, kEvaluated) || cut(node)) return;
        Work work;
        work.path.push_back(node);
        const bool open = evaluation_.regime() != Regime::none && !has(node, kAllowed);
        work.by_bound = !open && evaluation_.limit() > 0 && evaluation_.measure().adds();
        if (!open && !work.by_bound) {
            work.high = 0;
            works.push_back(std::move(work));
            return;
        }
        for (std::int64_t at = node; at >= 0;) {
            std::int64_t next = -1;
            for (std::size_t q = 0; q < lattice_.columns(); ++q) {
                const std::int64_t above = lattice_.above(at, q);
                if (above < 0 || has(above, kEvaluated)) continue;
                if (open && has(above, kAllowed)) continue;
                if (next < 0 || guides_[static_cast<std::size_t>(above)] <
                                    guides_[static_cast<std::size_t>(next)]) {
                    next = above;
                }
            }
            if (next < 0 || cut(next)) break;
            work.path.push_back(next);
            at = next;
        }
        work.high = work.path.size();
        work.at = work.high;
        work.last_first = work.path.size() > 1;
        works.push_back(std::move(work));
    }

    bool decided(std::int64_t node) {
        return has(node, kForbidden) || has(node, kEvaluated) || cut(node);
    }

    // The node to look at next; false where all is decided.
    bool choose(Work& work) {
        const std::int64_t first = work.path.front();
        if (work.by_bound) {
            if (decided(first)) return false;
            do {
                work.at /= 2;
            } while (work.at > 0 && decided(work.path[work.at]));
            work.current = work.path[work.at];
            return true;
        }
        if (work.at < work.high && has(work.path[work.at], kAllowed)) work.high = work.at;
        while (work.low < work.high && has(work.path[work.low], kForbidden)) ++work.low;
        while (work.high > work.low && has(work.path[work.high - 1], kAllowed)) --work.high;
        if (work.low < work.high) {
            work.at = work.last_first ? work.high - 1 : work.low + (work.high - work.low) / 2;
            work.last_first = false;
            work.current = work.path[work.at];
            return true;
        }
        // What is allowed at the lower end of the path is looked at completely.
        work.current = first;
        return !decided(first);
    }

    void look_at(const std::vector<Work>& works) {
        std::vector<std::int64_t> nodes;
        for (const Work& work : works) {
            if (std::find(nodes.begin(), nodes.end(), work.current) == nodes.end()) {
                nodes.push_back(work.current);
            }
        }
        std::vector<Found> found(nodes.size());
        parallel_tasks(context_, std::ssize(nodes), [&](std::int64_t i) {
            found[static_cast<std::size_t>(i)] = look(nodes[static_cast<std::size_t>(i)]);
        });
        for (std::size_t i = 0; i < nodes.size(); ++i) take(nodes[i], found[i]);
    }

    Found look(std::int64_t index) const {
        const Node node = lattice_.levels(index);
        Found found;
        found.list = cache_.make(node, evaluation_.needs_values());
        found.bound = by_levels_ ? bounds_[static_cast<std::size_t>(index)]
                                 : evaluation_.measure().bound(*found.list).value;
        std::vector<char> suppressed;
        Below below;
        found.judged = evaluation_.judged_with_below(*found.list, suppressed, below);
        found.allowed = evaluation_.regime() == Regime::full ? found.judged.feasible
                                                             : below.rows <= evaluation_.limit();
        if (!found.allowed) return found;
        if (below.rows > 0) {
            found.added = evaluation_.measure().added_by(*found.list, below.of_class);
        }
        const bool worth = !best_ || !best_->loss.clearly_less_than({found.bound, {}, {}});
        if (!found.judged.feasible || !worth) return found;
        found.has_loss = true;
        found.loss = evaluation_.measure().of(*found.list, suppressed);
        return found;
    }

    void take(std::int64_t node, Found& found) {
        ++evaluated_;
        const auto i = static_cast<std::size_t>(node);
        bounds_[i] = std::max(bounds_[i], found.bound);
        cache_.keep(std::move(found.list));
        if (!found.allowed) {
            spread(node, kForbidden);
            return;
        }
        if (!found.added.empty()) additions_.add(lattice_.levels(node), std::move(found.added));
        flags_[i] |= kEvaluated;
        // Rows that must go for their values may be more above: so little is counted of them here.
        const bool passed_on =
            evaluation_.regime() == Regime::full ||
            (evaluation_.regime() == Regime::partial && evaluation_.judge().by_size_alone());
        if (passed_on) {
            spread(node, kAllowed);
        } else {
            flags_[i] |= kAllowed;
        }
        if (!found.has_loss) return;
        Solution solution{lattice_.levels(node), found.judged.suppressed, std::move(found.loss)};
        if (best_ && solution.loss == best_->loss) ++ties_;
        if (best_ && !better(solution, *best_)) return;
        if (best_ && solution.loss < best_->loss) ties_ = 0;
        best_ = std::move(solution);
    }

    // To all above (allowed) or below (forbidden); what has it already has passed it on.
    void spread(std::int64_t node, Flag flag) {
        std::vector<std::int64_t> open = {node};
        flags_[static_cast<std::size_t>(node)] |= flag;
        while (!open.empty()) {
            const std::int64_t at = open.back();
            open.pop_back();
            for (std::size_t q = 0; q < lattice_.columns(); ++q) {
                const std::int64_t next =
                    flag == kAllowed ? lattice_.above(at, q) : lattice_.below(at, q);
                if (next < 0 || has(next, flag)) continue;
                flags_[static_cast<std::size_t>(next)] |= flag;
                open.push_back(next);
            }
        }
    }

    const Context& context_;
    const Evaluation& evaluation_;
    Lattice lattice_;
    ClassCache cache_;
    std::vector<std::uint8_t> flags_;
    std::vector<double> bounds_;
    Additions additions_;
    std::vector<double> guides_;
    std::vector<std::int64_t> order_;
    bool by_levels_ = false;
    std::optional<Solution> best_;
    std::int64_t evaluated_ = 0;
    std::int64_t ties_ = 0;
};

std::optional<Solution> nearest_at_top(const Evaluation& evaluation) {
    Solution top = at_levels(evaluation, evaluation.top());
    std::vector<char> suppressed;
    const auto list = evaluation.classes().raised(evaluation.classes().tuples(), top.node, true);
    const bool helps = !evaluation.judged(*list, suppressed, true).empty_class;
    if (!helps || top.suppressed >= evaluation.rows()) return std::nullopt;
    return top;
}

// Where nothing is feasible: the node that would suppress fewest. All nodes are looked at where
// they are few, otherwise the top alone, which is the answer for models that are monotone.
constexpr double kMostLookedAt = 20'000;

std::optional<Solution> nearest_of(const Context& context, const Evaluation& evaluation) {
    const Lattice lattice(evaluation.top());
    if (static_cast<double>(lattice.size()) > kMostLookedAt) return nearest_at_top(evaluation);
    ClassCache cache(evaluation.classes());
    std::optional<Solution> nearest;
    for (std::int64_t i = 0; i < lattice.size(); ++i) {
        if (i % 64 == 0) context.check_stop();
        const Node node = lattice.levels(i);
        const auto list = cache.make(node, evaluation.needs_values());
        cache.keep(list);
        std::vector<char> suppressed;
        const Judged judged = evaluation.judged(*list, suppressed, true);
        if (judged.empty_class || judged.suppressed >= evaluation.rows()) continue;
        if (nearest && nearest->suppressed <= judged.suppressed) continue;
        nearest = Solution{node, judged.suppressed, {}};
    }
    return nearest;
}

}  // namespace

std::string_view name(SearchEnd end) {
    switch (end) {
        case SearchEnd::evaluations:
            return "evaluations";
        case SearchEnd::seconds:
            return "seconds";
        default:
            return "proven";
    }
}

double SearchResult::gap() const {
    if (!best || best->loss.value == 0) return 0;
    return std::max(0.0, (best->loss.value - bound) / best->loss.value);
}

bool better(const Solution& a, const Solution& b) {
    if (a.loss < b.loss) return true;
    if (b.loss < a.loss) return false;
    const int height = height_of(a.node);
    const int other = height_of(b.node);
    return height != other ? height < other : a.node < b.node;
}

double node_count(const Evaluation& evaluation) {
    double count = 1;
    for (const int top : evaluation.top()) count *= top + 1;
    return count;
}

SearchResult search_levels(const Context& context, const Evaluation& evaluation,
                           const AnytimeLimits& limits) {
    const double most = evaluation.measure().slow()
                            ? std::min(kMostNodes, static_cast<double>(limits.evaluations))
                            : kMostNodes;
    if (node_count(evaluation) > most) {
        SearchResult result = search_best_first(context, evaluation, limits);
        const auto top = result.best ? std::nullopt : nearest_at_top(evaluation);
        if (!top) return result;
        if (!result.nearest || top->suppressed < result.nearest->suppressed) result.nearest = top;
        return result;
    }
    SearchResult result = Search(context, evaluation).run();
    if (!result.best) result.nearest = nearest_of(context, evaluation);
    return result;
}

Solution at_levels(const Evaluation& evaluation, const Node& node) {
    const auto list = evaluation.classes().raised(evaluation.classes().tuples(), node, true);
    std::vector<char> suppressed;
    const Judged judged = evaluation.judged(*list, suppressed, true);
    return {node, judged.suppressed, evaluation.measure().of(*list, suppressed)};
}

}  // namespace lethe::lattice
