// Branch and cut over the blocks that are given up.
//
// A conflict is a set of blocks that no parameters satisfy together, so every solution gives up at
// least one block of each conflict: the blocks given up are a hitting set of all conflicts, and the
// fewest of them are a least hitting set. Conflicts are found as they are needed. With x_i = 1 for
// a block given up, the relaxation "x of every known conflict sums to at least 1" is a linear
// program, helped by cuts from cliques of conflicting pairs. At its solution we explore: ask the
// oracle for all blocks with x = 0 together, then add the others in the order of x. Each refusal is
// a conflict, made minimal by dropping blocks one at a time; those with x summing to less than 1
// are cuts. Each exploration ends in a set of blocks that is satisfied together, a candidate for
// the best. When no cut is found we branch: x = 0 imposes the block in all explorations below, x =
// 1 gives it up. A node whose relaxation, rounded up, is no better than the best candidate is
// closed.
//
// The bound is valid because every cut is: no constant that switches a block off, no tolerance in
// the model. An integral solution without a cut is a satisfied set, so the search is finite.
#include "lethe/algo/max_satisfied.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <queue>
#include <set>

#include "lethe/algo/conflict_graph.h"
#include "lethe/algo/hitting_lp.h"
#include "lethe/core/error.h"

namespace lethe {
namespace {

using Column = std::int32_t;

constexpr double kTiny = 1e-6;
constexpr int kMostStalled = 8;          // explorations at a node that do not raise its relaxation
constexpr double kProgress = 0.02;       // what counts as raising
constexpr int kMostRounds = 10000;       // at a node, against endless rounding
constexpr int kPairsAfter = 5;           // explorations of the root before all pairs are tested
constexpr int kPairDims = 12;            // no pairs in more dimensions
constexpr std::int32_t kMostRows = 300;  // of the relaxation, before slack rows go
constexpr std::size_t kCutsFromPool = 30;  // a round

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

struct Fixing {
    Column column;
    bool given_up;
};

struct Node {
    std::vector<Fixing> fixings;
    double bound = 0.0;
    std::int64_t number = 0;
};

struct WorseNode {
    bool operator()(const Node& a, const Node& b) const {
        return a.bound != b.bound ? a.bound > b.bound : a.number > b.number;
    }
};

class Search {
  public:
    Search(const Context& context, const BlockRows& rows, const SearchLimits& limits)
        : context_(context),
          rows_(rows),
          limits_(limits),
          oracle_(rows),
          open_(rows.open_blocks()),
          column_of_(at(rows.records().rows), -1),
          activity_(open_.size(), 0),
          started_(context.now()),
          graph_(static_cast<std::int32_t>(open_.size())) {
        for (std::size_t c = 0; c < open_.size(); ++c)
            column_of_[at(open_[c])] = static_cast<Column>(c);
        for (std::int32_t i = 0; i < rows.records().rows; ++i) {
            statistics_.never += rows.fate(i) == Fate::never ? 1 : 0;
            statistics_.always += rows.fate(i) == Fate::always ? 1 : 0;
        }
    }

    MaxSatisfied run(const std::vector<std::vector<double>>& starts);

  private:
    enum class Outcome { closed, branch, limit, unresolved };

    bool out_of_time() const {
        context_.check_stop();
        return context_.now() - started_ > limits_.seconds || statistics_.nodes > limits_.nodes;
    }
    Answer ask(std::span<const std::int32_t> blocks, bool whole_cone = false) {
        ++statistics_.questions;
        return oracle_.ask(blocks, whole_cone);
    }
    Conflict minimal(Conflict conflict, std::span<const double> x);
    bool keep_conflict(Conflict conflict);
    void keep_cut(std::vector<Column> columns, double at_least);
    bool cut_cliques(std::span<const double> x);
    void test_pairs();
    void claim(const std::vector<std::int32_t>& blocks);
    void from_start(const std::vector<double>& parameters);
    bool explore(std::span<const double> x, bool thorough);
    bool settle_base(std::vector<std::int32_t>& base, std::vector<std::int32_t>& ejected,
                     std::span<const double> x);
    void fix(const Node& node);
    Outcome process(Node& node);
    std::size_t cut_from_pool(std::span<const double> x);
    void add_cut(std::size_t place);
    void trim();
    Column branching_column(std::span<const double> x) const;
    std::vector<Fixing> fixed_by_cost() const;
    void branch(const Node& node, const std::vector<Fixing>& extra);
    void branch_and_cut();
    MaxSatisfied result();
    std::int64_t given_up() const { return std::ssize(open_) - best_; }

    const Context& context_;
    const BlockRows& rows_;
    SearchLimits limits_;
    MarginOracle oracle_;
    const std::vector<std::int32_t>& open_;
    std::vector<Column> column_of_;
    std::vector<std::int64_t> activity_;
    double started_;
    SearchStatistics statistics_;

    std::int64_t best_ = -1;  // satisfied open blocks
    std::vector<std::int32_t> best_blocks_;
    std::vector<double> best_point_;
    double least_given_up_ = 0.0;  // proven

    std::vector<Conflict> conflicts_;
    ConflictGraph graph_;
    // The cuts, those of conflicts and those of cliques.
    std::vector<std::vector<Column>> columns_;
    std::vector<double> at_least_;
    std::vector<char> in_lp_;
    std::set<std::vector<Column>> known_;
    std::vector<std::size_t> lp_rows_;  // cut of each row
    std::unique_ptr<HittingLp> lp_;
    std::vector<Column> fixed_;
    std::vector<char> imposed_;
    std::vector<double> relaxed_;  // the last relaxation: solution, reduced costs, value
    std::vector<double> costs_;
    double objective_ = 0.0;
    std::priority_queue<Node, std::vector<Node>, WorseNode> nodes_;
    std::int64_t next_number_ = 0;
    int root_explorations_ = 0;
};

// The deletion filter; blocks of large x first, because a conflict without them cuts deeper.
Conflict Search::minimal(Conflict conflict, std::span<const double> x) {
    std::vector<std::int32_t> order = conflict.blocks;
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return x[at(column_of_[at(a)])] > x[at(column_of_[at(b)])];
    });
    for (const std::int32_t block : order) {
        if (conflict.blocks.size() == 1) break;
        std::vector<std::int32_t> fewer = conflict.blocks;
        const auto place = std::find(fewer.begin(), fewer.end(), block);
        if (place == fewer.end()) continue;
        fewer.erase(place);
        if (ask(fewer) == Answer::conflict) conflict = oracle_.conflict();
    }
    return conflict;
}

bool Search::keep_conflict(Conflict conflict) {
    std::vector<Column> columns;
    for (const std::int32_t block : conflict.blocks) columns.push_back(column_of_[at(block)]);
    if (!known_.insert(columns).second) return false;
    for (const Column c : columns) ++activity_[at(c)];
    if (columns.size() == 2) graph_.add(columns[0], columns[1]);
    conflicts_.push_back(std::move(conflict));
    keep_cut(std::move(columns), 1.0);
    return true;
}

void Search::keep_cut(std::vector<Column> columns, double at_least) {
    columns_.push_back(std::move(columns));
    at_least_.push_back(at_least);
    in_lp_.push_back(0);
}

// The blocks are satisfied at the oracle's point, in the whole cone if that answers so.
void Search::claim(const std::vector<std::int32_t>& blocks) {
    if (std::ssize(blocks) <= best_) return;
    const Answer answer = ask(blocks, true);
    if (answer == Answer::feasible) {
        best_point_ = oracle_.point();
        best_blocks_.clear();
        std::vector<WorstRow> worst;
        rows_.worst(open_, best_point_.data(), worst);
        const double length =
            std::sqrt(lane_dot(best_point_.data(), best_point_.data(), rows_.stride()));
        for (const WorstRow& row : worst) {
            if (row.value >= kSatisfiedMargin * length) best_blocks_.push_back(row.row.block);
        }
        best_ = std::ssize(best_blocks_);
    } else if (answer == Answer::conflict) {
        keep_conflict(minimal(oracle_.conflict(), std::vector<double>(open_.size(), 0.0)));
    }
}

// Explores with the order that the given parameters suggest: satisfied blocks, then the nearly
// satisfied.
void Search::from_start(const std::vector<double>& parameters) {
    const std::vector<double> w = rows_.scaled(parameters);
    std::vector<WorstRow> worst;
    rows_.worst(open_, w.data(), worst);
    const double length = std::sqrt(lane_dot(w.data(), w.data(), rows_.stride()));
    std::vector<double> x(open_.size(), 0.0);
    for (std::size_t c = 0; c < x.size(); ++c) {
        const double margin = worst[c].value / length;
        if (margin < kSatisfiedMargin) x[c] = std::min(1.0 - 1e-3, 0.5 - 0.4 * margin);
    }
    explore(x, true);
}

// Makes the blocks of x = 0 satisfiable together, by ejecting a block of each conflict. False when
// imposed blocks contradict each other or rounding hides an answer.
bool Search::settle_base(std::vector<std::int32_t>& base, std::vector<std::int32_t>& ejected,
                         std::span<const double> x) {
    while (true) {
        const Answer answer = ask(base);
        if (answer == Answer::feasible) return true;
        if (answer == Answer::unknown) return false;
        const Conflict conflict = minimal(oracle_.conflict(), x);
        std::int32_t out = -1;
        for (const std::int32_t block : conflict.blocks) {
            const auto c = at(column_of_[at(block)]);
            if (!imposed_.empty() && imposed_[c] != 0) continue;
            if (out < 0 || activity_[c] > activity_[at(column_of_[at(out)])]) out = block;
        }
        keep_conflict(conflict);
        if (out < 0 || out_of_time()) return false;
        base.erase(std::find(base.begin(), base.end(), out));
        ejected.push_back(out);
    }
}

// Returns whether the exploration came to its end. Conflicts go to the pool.
bool Search::explore(std::span<const double> x, bool thorough) {
    std::vector<std::int32_t> base;
    std::vector<std::int32_t> rest;
    for (std::size_t c = 0; c < x.size(); ++c) (x[c] < kTiny ? base : rest).push_back(open_[c]);
    std::stable_sort(rest.begin(), rest.end(), [&](std::int32_t a, std::int32_t b) {
        return x[at(column_of_[at(a)])] < x[at(column_of_[at(b)])];
    });
    std::vector<std::int32_t> ejected;
    if (!settle_base(base, ejected, x)) return false;
    rest.insert(rest.end(), ejected.begin(), ejected.end());
    std::int64_t possible = std::ssize(base) + std::ssize(rest);
    for (const std::int32_t block : rest) {
        if (oracle_.satisfied(block)) {
            base.push_back(block);
            continue;
        }
        const double value = x[at(column_of_[at(block)])];
        if (!thorough && value > 1.0 - kTiny && possible <= best_) {
            --possible;
            continue;
        }
        if (out_of_time()) break;
        const MinNormPoint saved = oracle_.save();
        base.push_back(block);
        const Answer answer = ask(base);
        if (answer == Answer::feasible) continue;
        base.pop_back();
        --possible;
        if (answer == Answer::conflict) keep_conflict(minimal(oracle_.conflict(), x));
        oracle_.restore(saved);
    }
    std::sort(base.begin(), base.end());
    claim(base);
    return true;
}

void Search::fix(const Node& node) {
    for (const Column c : fixed_) {
        lp_->set_bounds(c, 0.0, 1.0);
        imposed_[at(c)] = 0;
    }
    fixed_.clear();
    for (const Fixing& fixing : node.fixings) {
        lp_->set_bounds(fixing.column, fixing.given_up ? 1.0 : 0.0, fixing.given_up ? 1.0 : 0.0);
        if (!fixing.given_up) imposed_[at(fixing.column)] = 1;
        fixed_.push_back(fixing.column);
    }
}

void Search::add_cut(std::size_t place) {
    lp_->add_row(columns_[place], at_least_[place]);
    in_lp_[place] = 1;
    lp_rows_.push_back(place);
}

// The most violated cuts that the relaxation does not hold yet.
std::size_t Search::cut_from_pool(std::span<const double> x) {
    std::vector<std::pair<double, std::size_t>> violated;
    for (std::size_t place = 0; place < columns_.size(); ++place) {
        if (in_lp_[place] != 0) continue;
        double sum = 0.0;
        for (const Column c : columns_[place]) sum += x[at(c)];
        const double lack = at_least_[place] - sum;
        if (lack > kTiny) violated.push_back({-lack, place});
    }
    std::sort(violated.begin(), violated.end());
    if (violated.size() > kCutsFromPool) violated.resize(kCutsFromPool);
    for (const auto& [lack, place] : violated) add_cut(place);
    return violated.size();
}

bool Search::cut_cliques(std::span<const double> x) {
    const std::vector<std::vector<Column>> cliques = graph_.violated_cliques(x, kCutsFromPool);
    for (const std::vector<Column>& clique : cliques) {
        keep_cut(clique, static_cast<double>(clique.size()) - 1.0);
        add_cut(columns_.size() - 1);
    }
    return !cliques.empty();
}

// Which pairs of the blocks in question conflict? Worth asking in few dimensions, where many do.
void Search::test_pairs() {
    const MinNormPoint saved = oracle_.save();
    const std::vector<double> none(open_.size(), 0.0);
    for (std::size_t a = 0; a < open_.size(); ++a) {
        for (std::size_t b = a + 1; b < open_.size(); ++b) {
            const auto first = static_cast<Column>(a);
            const auto second = static_cast<Column>(b);
            if (activity_[a] == 0 || activity_[b] == 0 || graph_.adjacent(first, second)) continue;
            const std::int32_t pair[] = {open_[a], open_[b]};
            if (ask(pair) == Answer::conflict) keep_conflict(minimal(oracle_.conflict(), none));
        }
        if (out_of_time()) break;
    }
    oracle_.restore(saved);
}

void Search::trim() {
    if (lp_->rows() <= kMostRows) return;
    const std::vector<std::int32_t> fate = lp_->delete_slack_rows();
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < fate.size(); ++row) {
        if (fate[row] >= 0) {
            kept.push_back(lp_rows_[row]);
        } else {
            in_lp_[lp_rows_[row]] = 0;
        }
    }
    lp_rows_ = std::move(kept);
}

Search::Outcome Search::process(Node& node) {
    fix(node);
    trim();
    double reached = 0.0;
    int stalled = 0;
    for (int round = 0;; ++round) {
        if (out_of_time()) return Outcome::limit;
        ++statistics_.relaxations;
        const HittingLp::Status status = lp_->solve();
        if (status == HittingLp::Status::infeasible) return Outcome::closed;
        if (status == HittingLp::Status::failed) return Outcome::unresolved;
        node.bound = std::max(node.bound, std::ceil(lp_->objective() - kTiny));
        if (node.bound >= static_cast<double>(given_up())) return Outcome::closed;
        relaxed_.assign(lp_->solution().begin(), lp_->solution().end());
        costs_.assign(lp_->reduced_costs().begin(), lp_->reduced_costs().end());
        objective_ = lp_->objective();
        const std::span<const double> x = relaxed_;
        if (cut_from_pool(x) > 0 || cut_cliques(x)) continue;
        if (node.fixings.empty() && ++root_explorations_ == kPairsAfter &&
            rows_.dims() <= kPairDims) {
            test_pairs();
            continue;
        }
        const bool finished = explore(x, false);
        if (node.bound >= static_cast<double>(given_up())) return Outcome::closed;
        stalled = objective_ > reached + kProgress ? 0 : stalled + 1;
        reached = std::max(reached, objective_);
        if (cut_from_pool(x) > 0 && stalled < (node.fixings.empty() ? 3 : 1) * kMostStalled)
            continue;
        const bool integral = branching_column(x) < 0;
        if (!integral) return Outcome::branch;
        if (lp_rows_.size() > 0 && cut_from_pool(x) == 0 && !finished) {
            return out_of_time() ? Outcome::limit : Outcome::unresolved;
        }
        if (round > kMostRounds) return Outcome::unresolved;
    }
}

Column Search::branching_column(std::span<const double> x) const {
    Column best = -1;
    double best_score = 0.0;
    for (std::size_t c = 0; c < x.size(); ++c) {
        const double split = std::min(x[c], 1.0 - x[c]);
        if (split < kTiny) continue;
        const double score = split * std::log(2.0 + static_cast<double>(activity_[c]));
        if (score > best_score) {
            best_score = score;
            best = static_cast<Column>(c);
        }
    }
    return best;
}

// What the reduced costs decide below a node: the other choice would cost the chance to improve.
std::vector<Fixing> Search::fixed_by_cost() const {
    std::vector<Fixing> fixings;
    const double room = static_cast<double>(given_up()) - 1.0 - objective_;
    for (std::size_t c = 0; c < open_.size(); ++c) {
        const auto column = static_cast<Column>(c);
        if (imposed_[c] != 0) continue;
        if (relaxed_[c] < kTiny && costs_[c] > room + kTiny) fixings.push_back({column, false});
        if (relaxed_[c] > 1.0 - kTiny && -costs_[c] > room + kTiny) {
            fixings.push_back({column, true});
        }
    }
    return fixings;
}

void Search::branch(const Node& node, const std::vector<Fixing>& extra) {
    const Column column = branching_column(relaxed_);
    for (const bool up : {false, true}) {
        Node child{node.fixings, node.bound, next_number_++};
        child.fixings.insert(child.fixings.end(), extra.begin(), extra.end());
        child.fixings.push_back({column, up});
        nodes_.push(std::move(child));
    }
}

void Search::branch_and_cut() {
    lp_ = std::make_unique<HittingLp>(static_cast<std::int32_t>(open_.size()));
    imposed_.assign(open_.size(), 0);
    if (columns_.empty()) explore(std::vector<double>(open_.size(), 0.0), true);
    if (columns_.empty()) return;  // all satisfied together, or a limit
    for (std::size_t place = 0; place < columns_.size(); ++place) add_cut(place);
    double unresolved = std::numeric_limits<double>::infinity();
    nodes_.push({{}, 0.0, next_number_++});
    while (!nodes_.empty()) {
        least_given_up_ = std::max(least_given_up_, std::min(nodes_.top().bound, unresolved));
        if (least_given_up_ + static_cast<double>(limits_.gap) >= static_cast<double>(given_up())) {
            break;
        }
        Node node = nodes_.top();
        nodes_.pop();
        ++statistics_.nodes;
        const Outcome outcome = process(node);
        if (outcome == Outcome::limit) {
            const double rest =
                nodes_.empty() ? node.bound : std::min(node.bound, nodes_.top().bound);
            least_given_up_ = std::max(least_given_up_, std::min(rest, unresolved));
            return;
        }
        if (outcome == Outcome::unresolved) unresolved = std::min(unresolved, node.bound);
        if (outcome != Outcome::branch) continue;
        branch(node, fixed_by_cost());
    }
    if (nodes_.empty()) {
        least_given_up_ = std::min(static_cast<double>(given_up()), unresolved);
    }
}

MaxSatisfied Search::result() {
    MaxSatisfied found;
    found.links = std::max<std::int64_t>(best_, 0) + statistics_.always;
    found.bound = rows_.records().rows - statistics_.never -
                  static_cast<std::int64_t>(std::llround(least_given_up_));
    found.bound = std::max(found.bound, found.links);
    found.optimal = found.links == found.bound;
    found.satisfied = best_blocks_;
    for (std::int32_t i = 0; i < rows_.records().rows; ++i) {
        if (rows_.fate(i) == Fate::always) found.satisfied.push_back(i);
    }
    std::sort(found.satisfied.begin(), found.satisfied.end());
    found.parameters = rows_.parameters(best_point_.data());
    found.conflicts = std::move(conflicts_);
    found.generated_cone = oracle_.generated_cone();
    statistics_.steps = oracle_.steps();
    statistics_.seconds = context_.now() - started_;
    found.statistics = statistics_;
    return found;
}

MaxSatisfied Search::run(const std::vector<std::vector<double>>& starts) {
    best_point_ = rows_.scaled(equal_parameters(rows_.model(), rows_.records().attributes));
    if (open_.empty()) return result();
    for (const std::vector<double>& start : starts) from_start(start);
    branch_and_cut();
    if (best_ > 0 && ask(best_blocks_, true) == Answer::feasible) {
        oracle_.widen(best_blocks_);
        if (ask(best_blocks_, true) == Answer::feasible) best_point_ = oracle_.point();
    }
    return result();
}

}  // namespace

MaxSatisfied max_satisfied(const Context& context, const BlockRows& rows,
                           const SearchLimits& limits,
                           const std::vector<std::vector<double>>& starts) {
    return Search(context, rows, limits).run(starts);
}

}  // namespace lethe
