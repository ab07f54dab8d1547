#include "lethe/algo/learnt/block_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/core/index.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

constexpr double kSearchTolerance = 1e-6;
constexpr double kProgress = 0.3;          // by which an exploration should raise the relaxation
constexpr int kEnoughConflicts = 10;       // of an exploration below the root
constexpr int kMostSearchRounds = 10000;   // at a node, against endless rounding
constexpr int kMostEjected = 12;           // by one exchange
constexpr std::int64_t kExchangeLoss = 2;  // below the best that the present set may fall
constexpr std::int64_t kRestart = 30;      // exchanges before the best is the present set again
constexpr std::int64_t kMostPaired = 300;  // blocks whose pairs are all tested

}  // namespace

BlockSearch::BlockSearch(const BlockRows& rows, std::function<bool()> expired)
    : rows_(rows),
      expired_(std::move(expired)),
      oracle_(rows, expired_),
      open_(rows.open_blocks()),
      column_of_(at(rows.records().rows), -1),
      activity_(open_.size(), 0),
      relaxation_(static_cast<std::int32_t>(open_.size())),
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
        if (ask(fewer) == OracleAnswer::conflict) conflict = oracle_.conflict();
    }
    return conflict;
}

std::vector<CutPool::Column> BlockSearch::columns_of(const Conflict& conflict) const {
    std::vector<Column> columns;
    for (const std::int32_t block : conflict.blocks) columns.push_back(column_of_[at(block)]);
    return columns;
}

bool BlockSearch::know(const std::vector<Column>& columns) {
    if (!relaxation_.add(columns)) return false;
    for (const Column c : columns) ++activity_[at(c)];
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
    const OracleAnswer answer = ask(blocks, true);
    if (answer == OracleAnswer::conflict) {
        keep(minimal(oracle_.conflict(), std::vector<double>(open_.size(), 0.0)));
    }
    if (answer != OracleAnswer::feasible) return;
    offer(oracle_.point());
}

void BlockSearch::offer(std::span<const double> w) {
    const double threshold =
        kSatisfiedMargin * std::sqrt(lane_dot(w.data(), w.data(), rows_.stride()));
    for (std::size_t place = 0; place < rows_.cone().size(); place += at(rows_.stride())) {
        if (lane_dot(rows_.cone().data() + place, w.data(), rows_.stride()) < threshold) return;
    }
    Satisfied found;
    found.point.assign(w.begin(), w.end());
    std::vector<double> outside;
    if (rows_.separate(found.point.data(), outside)) return;
    std::vector<WorstRow> worst;
    rows_.worst(open_, found.point.data(), worst);
    for (const WorstRow& row : worst) {
        if (row.value >= threshold) found.blocks.push_back(row.row.block);
    }
    found.count = std::ssize(found.blocks);
    learn(found);
}

void BlockSearch::explore_from(std::span<const double> w) {
    offer(w);
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
        const OracleAnswer answer = ask(base);
        if (answer == OracleAnswer::feasible) return true;
        if (answer == OracleAnswer::unknown) return false;
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
    for (std::size_t c = 0; c < x.size(); ++c)
        (x[c] < kSearchTolerance ? base : rest).push_back(open_[c]);
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
        if (!thorough && value > 1.0 - kSearchTolerance && possible <= best_.count) {
            --possible;
            continue;
        }
        if (expired_()) break;
        const MinNormPoint saved = oracle_.save();
        base.push_back(block);
        const OracleAnswer answer = ask(base);
        if (answer == OracleAnswer::feasible) continue;
        base.pop_back();
        --possible;
        if (answer == OracleAnswer::conflict) {
            Conflict conflict = minimal(oracle_.conflict(), x);
            if (sum_of(conflict, x) < 1.0 - kSearchTolerance) --enough;
            keep(std::move(conflict));
        }
        oracle_.restore(saved);
        if (enough <= 0) return true;
    }
    std::sort(base.begin(), base.end());
    claim(base);
    return true;
}

bool BlockSearch::exchange_blocks() {
    if (std::ssize(present_) + kExchangeLoss < best_.count || exchanges_ % kRestart == 0) {
        present_ = best_.blocks;
    }
    Draws draws = Random(1).stream("exchange").at(exchanges_++);
    std::vector<char> inside(at(rows_.records().rows), 0);
    for (const std::int32_t block : present_) inside[at(block)] = 1;
    std::vector<std::int32_t> others;
    for (const std::int32_t block : open_) {
        if (inside[at(block)] == 0) others.push_back(block);
    }
    if (others.empty()) return false;
    for (std::size_t left = others.size(); left > 1; --left) {
        std::swap(others[left - 1], others[draws.below(left)]);
    }
    const std::size_t forced = std::min<std::size_t>(1 + draws.below(3), others.size());
    std::vector<std::int32_t> set = present_;
    set.insert(set.end(), others.end() - static_cast<std::ptrdiff_t>(forced), others.end());
    std::vector<char> stays(inside.size(), 0);
    for (std::size_t place = set.size() - forced; place < set.size(); ++place) {
        stays[at(set[place])] = 1;
    }
    others.resize(others.size() - forced);
    for (int ejected = 0;; ++ejected) {
        const OracleAnswer answer = ask(set);
        if (answer == OracleAnswer::feasible) break;
        if (answer == OracleAnswer::unknown || ejected == kMostEjected || expired_()) return true;
        std::vector<std::int32_t> movable;
        for (const std::int32_t block : oracle_.conflict().blocks) {
            if (stays[at(block)] == 0) movable.push_back(block);
        }
        if (movable.empty()) return true;
        const std::int32_t out = movable[draws.below(movable.size())];
        set.erase(std::find(set.begin(), set.end(), out));
        others.push_back(out);
    }
    for (const std::int32_t block : others) {
        if (oracle_.satisfied(block)) {
            set.push_back(block);
            continue;
        }
        if (expired_()) return true;
        const MinNormPoint saved = oracle_.save();
        set.push_back(block);
        if (ask(set) == OracleAnswer::feasible) continue;
        set.pop_back();
        oracle_.restore(saved);
    }
    std::sort(set.begin(), set.end());
    if (set.size() >= present_.size()) present_ = set;
    claim(set);
    return true;
}

void BlockSearch::enter(const SearchNode& node) {
    std::fill(imposed_.begin(), imposed_.end(), 0);
    for (const Fixing& fixing : node.fixings) {
        if (!fixing.given_up) imposed_[at(fixing.column)] = 1;
    }
    relaxation_.fix(node.fixings);
}

void BlockSearch::test_pairs() {
    const auto in_question =
        std::count_if(activity_.begin(), activity_.end(), [](std::int64_t a) { return a > 0; });
    if (in_question > kMostPaired) return;
    const MinNormPoint saved = oracle_.save();
    const std::vector<double> none(open_.size(), 0.0);
    for (std::size_t a = 0; a < open_.size(); ++a) {
        for (std::size_t b = a + 1; b < open_.size(); ++b) {
            const auto first = static_cast<Column>(a);
            const auto second = static_cast<Column>(b);
            if (activity_[a] == 0 || activity_[b] == 0 ||
                relaxation_.pairs().adjacent(first, second))
                continue;
            const std::int32_t pair[] = {open_[a], open_[b]};
            if (ask(pair) == OracleAnswer::conflict) keep(minimal(oracle_.conflict(), none));
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
        const HittingLp::Status status = relaxation_.solve();
        if (status != HittingLp::Status::optimal) {
            outcome =
                status == HittingLp::Status::infeasible ? Outcome::closed : Outcome::unresolved;
            return false;
        }
        node.bound = std::max(node.bound, std::ceil(relaxation_.objective() - kSearchTolerance));
        if (node.bound >= static_cast<double>(given_up())) {
            outcome = Outcome::closed;
            return false;
        }
        if (!relaxation_.cut()) return true;
    }
}

BlockSearch::Outcome BlockSearch::process(SearchNode& node) {
    enter(node);
    double reached = 0.0;
    for (int round = 0; round < kMostSearchRounds; ++round) {
        Outcome outcome = Outcome::closed;
        if (!relax(node, outcome)) return outcome;
        const bool stalled = round > 0 && relaxation_.objective() <= reached + kProgress;
        reached = std::max(reached, relaxation_.objective());
        const bool integral = relaxation_.most_split() < 0;
        if (stalled && !integral) return Outcome::branch;
        const std::vector<double> x(relaxation_.solution().begin(), relaxation_.solution().end());
        const bool finished = explore(x, false, kEnoughConflicts);
        if (node.bound >= static_cast<double>(given_up())) return Outcome::closed;
        if (relaxation_.cut()) continue;
        if (!integral) return Outcome::branch;
        if (!finished) return expired_() ? Outcome::limit : Outcome::unresolved;
    }
    return Outcome::unresolved;
}

// What the reduced costs decide below a node: the other choice would cost the chance to improve.
std::vector<Fixing> BlockSearch::fixed_by_cost() const {
    std::vector<Fixing> fixings;
    const double room = static_cast<double>(given_up()) - 1.0 - relaxation_.objective();
    const std::span<const double> x = relaxation_.solution();
    const std::span<const double> costs = relaxation_.reduced_costs();
    for (std::size_t c = 0; c < open_.size(); ++c) {
        const auto column = static_cast<Column>(c);
        if (imposed_[c] != 0) continue;
        if (x[c] < kSearchTolerance && costs[c] > room + kSearchTolerance)
            fixings.push_back({column, false});
        if (x[c] > 1.0 - kSearchTolerance && -costs[c] > room + kSearchTolerance) {
            fixings.push_back({column, true});
        }
    }
    return fixings;
}

void BlockSearch::widen_best() {
    if (best_.count <= 0 || ask(best_.blocks, true) != OracleAnswer::feasible) return;
    oracle_.widen(best_.blocks);
    if (ask(best_.blocks, true) == OracleAnswer::feasible) best_.point = oracle_.point();
}

}  // namespace lethe
