#include "lethe/algo/block_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lethe {
namespace {

constexpr double kTiny = 1e-6;
constexpr double kProgress = 0.3;        // by which an exploration should raise the relaxation
constexpr int kEnoughConflicts = 10;     // of an exploration below the root
constexpr int kMostRounds = 10000;       // at a node, against endless rounding
constexpr std::int32_t kMostRows = 200;  // of the relaxation, before slack rows go
constexpr std::size_t kMostCuts = 60;    // added at once

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace

BlockSearch::BlockSearch(const BlockRows& rows, std::function<bool()> expired)
    : rows_(rows),
      expired_(std::move(expired)),
      oracle_(rows),
      open_(rows.open_blocks()),
      column_of_(at(rows.records().rows), -1),
      activity_(open_.size(), 0),
      graph_(static_cast<std::int32_t>(open_.size())),
      lp_(static_cast<std::int32_t>(open_.size())),
      imposed_(open_.size(), 0) {
    for (std::size_t c = 0; c < open_.size(); ++c)
        column_of_[at(open_[c])] = static_cast<Column>(c);
}

// The deletion filter; blocks of large x first, because a conflict without them cuts deeper.
Conflict BlockSearch::minimal(Conflict conflict, std::span<const double> x) {
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

std::vector<CutPool::Column> BlockSearch::columns_of(const Conflict& conflict) const {
    std::vector<Column> columns;
    for (const std::int32_t block : conflict.blocks) columns.push_back(column_of_[at(block)]);
    return columns;
}

bool BlockSearch::know(const std::vector<Column>& columns) {
    if (!pool_.add(columns, 1.0)) return false;
    for (const Column c : columns) ++activity_[at(c)];
    if (columns.size() == 2) graph_.add(columns[0], columns[1]);
    return true;
}

void BlockSearch::keep(Conflict conflict) {
    if (know(columns_of(conflict))) found_.push_back(std::move(conflict));
}

void BlockSearch::learn(const Conflict& conflict) { know(columns_of(conflict)); }

void BlockSearch::learn(const Satisfied& best) {
    if (best.count > best_.count) best_ = best;
}

std::vector<Conflict> BlockSearch::take_found() {
    std::vector<Conflict> taken;
    taken.swap(found_);
    return taken;
}

double BlockSearch::sum_of(const Conflict& conflict, std::span<const double> x) const {
    double sum = 0.0;
    for (const std::int32_t block : conflict.blocks) sum += x[at(column_of_[at(block)])];
    return sum;
}

// The blocks are satisfied at the oracle's point, in the whole cone if that answers so.
void BlockSearch::claim(const std::vector<std::int32_t>& blocks) {
    if (std::ssize(blocks) <= best_.count) return;
    const Answer answer = ask(blocks, true);
    if (answer == Answer::conflict) {
        keep(minimal(oracle_.conflict(), std::vector<double>(open_.size(), 0.0)));
    }
    if (answer != Answer::feasible) return;
    Satisfied found;
    found.point = oracle_.point();
    std::vector<WorstRow> worst;
    rows_.worst(open_, found.point.data(), worst);
    const double length =
        std::sqrt(lane_dot(found.point.data(), found.point.data(), rows_.stride()));
    for (const WorstRow& row : worst) {
        if (row.value >= kSatisfiedMargin * length) found.blocks.push_back(row.row.block);
    }
    found.count = std::ssize(found.blocks);
    learn(found);
}

void BlockSearch::explore_from(std::span<const double> w) {
    std::vector<WorstRow> worst;
    rows_.worst(open_, w.data(), worst);
    const double length = std::sqrt(lane_dot(w.data(), w.data(), rows_.stride()));
    std::vector<double> x(open_.size(), 0.0);
    for (std::size_t c = 0; c < x.size(); ++c) {
        const double margin = worst[c].value / length;
        if (margin < kSatisfiedMargin) x[c] = std::min(1.0 - 1e-3, 0.5 - 0.4 * margin);
    }
    explore(x, true, std::numeric_limits<int>::max());
}

// Makes the blocks of x = 0 satisfiable together, by ejecting a block of each conflict. False when
// imposed blocks contradict each other or rounding hides an answer.
bool BlockSearch::settle_base(std::vector<std::int32_t>& base, std::vector<std::int32_t>& ejected,
                              std::span<const double> x) {
    while (true) {
        const Answer answer = ask(base);
        if (answer == Answer::feasible) return true;
        if (answer == Answer::unknown) return false;
        Conflict conflict = minimal(oracle_.conflict(), x);
        std::int32_t out = -1;
        for (const std::int32_t block : conflict.blocks) {
            const auto c = at(column_of_[at(block)]);
            if (imposed_[c] != 0) continue;
            if (out < 0 || activity_[c] > activity_[at(column_of_[at(out)])]) out = block;
        }
        keep(std::move(conflict));
        if (out < 0 || expired_()) return false;
        base.erase(std::find(base.begin(), base.end(), out));
        ejected.push_back(out);
    }
}

bool BlockSearch::explore(std::span<const double> x, bool thorough, int enough) {
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
        if (!thorough && value > 1.0 - kTiny && possible <= best_.count) {
            --possible;
            continue;
        }
        if (expired_()) break;
        const MinNormPoint saved = oracle_.save();
        base.push_back(block);
        const Answer answer = ask(base);
        if (answer == Answer::feasible) continue;
        base.pop_back();
        --possible;
        if (answer == Answer::conflict) {
            Conflict conflict = minimal(oracle_.conflict(), x);
            if (sum_of(conflict, x) < 1.0 - kTiny) --enough;
            keep(std::move(conflict));
        }
        oracle_.restore(saved);
        if (enough <= 0) return true;
    }
    std::sort(base.begin(), base.end());
    claim(base);
    return true;
}

void BlockSearch::enter(const SearchNode& node) {
    for (const Column c : fixed_) {
        lp_.set_bounds(c, 0.0, 1.0);
        imposed_[at(c)] = 0;
    }
    fixed_.clear();
    for (const Fixing& fixing : node.fixings) {
        lp_.set_bounds(fixing.column, fixing.given_up ? 1.0 : 0.0, fixing.given_up ? 1.0 : 0.0);
        if (!fixing.given_up) imposed_[at(fixing.column)] = 1;
        fixed_.push_back(fixing.column);
    }
    trimmed_at_ = -1.0;
}

void BlockSearch::add_cut(std::size_t number) {
    lp_.add_row(pool_.columns(number), pool_.at_least(number));
    pool_.use(number, true);
    lp_cuts_.push_back(number);
}

bool BlockSearch::cut_cliques(std::span<const double> x) {
    bool any = false;
    for (const std::vector<Column>& clique : graph_.violated_cliques(x, kMostCuts)) {
        if (!pool_.add(clique, static_cast<double>(clique.size()) - 1.0)) continue;
        add_cut(pool_.size() - 1);
        any = true;
    }
    return any;
}

bool BlockSearch::cut(std::span<const double> x) {
    const std::vector<std::size_t> violated = pool_.violated(x, kMostCuts);
    for (const std::size_t number : violated) add_cut(number);
    return !violated.empty() || cut_cliques(x);
}

// Slack rows go back to the pool, but not twice at the same value, lest they come and go for ever.
void BlockSearch::trim() {
    if (lp_.rows() <= kMostRows || objective_ <= trimmed_at_ + kTiny) return;
    trimmed_at_ = objective_;
    const std::vector<std::int32_t> fate = lp_.delete_slack_rows();
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < fate.size(); ++row) {
        if (fate[row] >= 0) {
            kept.push_back(lp_cuts_[row]);
        } else {
            pool_.use(lp_cuts_[row], false);
        }
    }
    lp_cuts_ = std::move(kept);
}

void BlockSearch::test_pairs() {
    const MinNormPoint saved = oracle_.save();
    const std::vector<double> none(open_.size(), 0.0);
    for (std::size_t a = 0; a < open_.size(); ++a) {
        for (std::size_t b = a + 1; b < open_.size(); ++b) {
            const auto first = static_cast<Column>(a);
            const auto second = static_cast<Column>(b);
            if (activity_[a] == 0 || activity_[b] == 0 || graph_.adjacent(first, second)) continue;
            const std::int32_t pair[] = {open_[a], open_[b]};
            if (ask(pair) == Answer::conflict) keep(minimal(oracle_.conflict(), none));
        }
        if (expired_()) break;
    }
    oracle_.restore(saved);
}

bool BlockSearch::relax(SearchNode& node, Outcome& outcome) {
    while (true) {
        if (expired_()) {
            outcome = Outcome::limit;
            return false;
        }
        ++relaxations_;
        const HittingLp::Status status = lp_.solve();
        if (status != HittingLp::Status::optimal) {
            outcome =
                status == HittingLp::Status::infeasible ? Outcome::closed : Outcome::unresolved;
            return false;
        }
        objective_ = lp_.objective();
        node.bound = std::max(node.bound, std::ceil(objective_ - kTiny));
        if (node.bound >= static_cast<double>(given_up())) {
            outcome = Outcome::closed;
            return false;
        }
        relaxed_.assign(lp_.solution().begin(), lp_.solution().end());
        costs_.assign(lp_.reduced_costs().begin(), lp_.reduced_costs().end());
        trim();
        if (!cut(relaxed_)) return true;
    }
}

BlockSearch::Outcome BlockSearch::process(SearchNode& node) {
    enter(node);
    double reached = 0.0;
    for (int round = 0; round < kMostRounds; ++round) {
        Outcome outcome = Outcome::closed;
        if (!relax(node, outcome)) return outcome;
        const bool stalled = round > 0 && objective_ <= reached + kProgress;
        reached = std::max(reached, objective_);
        const bool integral = branching_column() < 0;
        if (stalled && !integral) return Outcome::branch;
        const bool finished = explore(relaxed_, false, kEnoughConflicts);
        if (node.bound >= static_cast<double>(given_up())) return Outcome::closed;
        if (cut(relaxed_)) continue;
        if (!integral) return Outcome::branch;
        if (!finished) return expired_() ? Outcome::limit : Outcome::unresolved;
    }
    return Outcome::unresolved;
}

CutPool::Column BlockSearch::branching_column() const {
    Column best = -1;
    double most = kTiny;
    for (std::size_t c = 0; c < relaxed_.size(); ++c) {
        const double split = std::min(relaxed_[c], 1.0 - relaxed_[c]);
        if (split <= most) continue;
        most = split;
        best = static_cast<Column>(c);
    }
    return best;
}

// What the reduced costs decide below a node: the other choice would cost the chance to improve.
std::vector<Fixing> BlockSearch::fixed_by_cost() const {
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

void BlockSearch::widen_best() {
    if (best_.count <= 0 || ask(best_.blocks, true) != Answer::feasible) return;
    oracle_.widen(best_.blocks);
    if (ask(best_.blocks, true) == Answer::feasible) best_.point = oracle_.point();
}

}  // namespace lethe
