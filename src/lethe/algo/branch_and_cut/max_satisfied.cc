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
// the best. When the relaxation hardly rises any more we branch: x = 0 imposes the block in all
// explorations below, x = 1 gives it up. A node whose relaxation, rounded up, is no better than the
// best candidate is closed. Good candidates come from walks of exact line searches first, and from
// exchanging blocks of the best.
//
// Work is done in rounds by a fixed number of workers: each takes one of the nodes of least bound
// (at the root each explores in a slightly different order), another goes on looking for a better
// candidate. Between rounds they exchange what they found, in order. So the answer does not depend
// on the threads.
//
// The bound is valid because every cut is: no constant that switches a block off, no tolerance in
// the model. An integral solution without a cut is a satisfied set, so the search is finite.
#include "lethe/algo/branch_and_cut/max_satisfied.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <queue>
#include <set>

#include "lethe/algo/branch_and_cut/linkage_climb.h"
#include "lethe/algo/learnt/block_search.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

constexpr std::size_t kWorkers = 4;    // nodes of a round
constexpr std::size_t kExplorers = 2;  // explorations of a round at the root
constexpr double kStir = 0.25;         // by which explorers after the first change x
constexpr int kPairsAfter = 3;         // rounds at the root before all pairs are tested
constexpr int kPairDims = 12;          // no pairs in more dimensions
constexpr double kRootProgress = 0.05;
constexpr int kRootStalled = 4;  // rounds at the root that hardly raise its relaxation
constexpr std::int64_t kFirstClimb = 20'000'000;  // multiplications before anything is known
constexpr std::int64_t kFirstSearches = 200;      // and line searches, at most
constexpr double kBetterShare = 0.25;             // of the others' work, while it gains
constexpr double kIdleBetterShare = 0.03;
constexpr int kManyDims = 40;
constexpr int kSearchPatience = 10;            // rounds
constexpr std::int64_t kRelaxationWork = 500;  // multiplications for a block, about

struct WorseSatisfiedNode {
    bool operator()(const SearchNode& a, const SearchNode& b) const {
        return a.bound != b.bound ? a.bound > b.bound : a.number > b.number;
    }
};

class SatisfiedSearch {
  public:
    SatisfiedSearch(const Context& context, const BlockRows& rows, const SearchLimits& limits)
        : context_(context),
          rows_(rows),
          limits_(limits),
          started_(context.now()),
          climb_(rows, 1) {
        for (std::int32_t i = 0; i < rows.records().rows; ++i) {
            statistics_.never += rows.fate(i) == Fate::never ? 1 : 0;
            statistics_.always += rows.fate(i) == Fate::always ? 1 : 0;
        }
        for (std::size_t worker = 0; worker <= kWorkers; ++worker) {
            workers_.push_back(std::make_unique<BlockSearch>(
                rows, [this, worker] { return out_of_time() || worked_enough(worker); }));
            cone_numbers_.emplace_back();
        }
    }

    MaxSatisfied run(const std::vector<std::vector<double>>& starts);

  private:
    bool out_of_time() const {
        context_.check_stop();
        return context_.now() - started_ > limits_.seconds;
    }
    // A worker looks at its own work alone, so that what it does does not depend on the others'.
    std::int64_t work_of(std::size_t worker) const {
        const BlockSearch& search = *workers_[worker];
        return search.oracle().work() +
               kRelaxationWork * search.relaxation().solved() * std::ssize(rows_.open_blocks());
    }
    bool worked_enough(std::size_t worker) const {
        return worker < workers_.size() &&
               work_of(worker) > limits_.work / static_cast<std::int64_t>(workers_.size());
    }
    bool all_worked_enough() const {  // between rounds only
        std::int64_t work = 0;
        for (std::size_t worker = 0; worker < workers_.size(); ++worker) work += work_of(worker);
        return work > limits_.work || worked_enough(0);
    }
    BlockSearch& first() { return *workers_[0]; }
    BlockSearch& exchanger() { return *workers_.back(); }
    std::int64_t given_up() const { return workers_[0]->given_up(); }
    bool small_enough() const {
        return least_given_up_ + static_cast<double>(limits_.gap) >=
               static_cast<double>(given_up());
    }
    void show_progress();
    void exchange();
    Conflict renumbered(Conflict conflict, std::size_t worker);
    void climb(std::int64_t work);
    void look_for_better();
    void take_better();
    void from_starts(const std::vector<std::vector<double>>& starts);
    bool root(SearchNode& node);
    void explore_root(std::span<const double> x, int round);
    void branch(const SearchNode& node, const BlockSearch& worker);
    void tree();
    MaxSatisfied result();

    const Context& context_;
    const BlockRows& rows_;
    SearchLimits limits_;
    double started_;
    SearchStatistics statistics_;
    std::vector<std::unique_ptr<BlockSearch>> workers_;
    LinkageClimb climb_;
    int idle_rounds_ = 0;                 // rounds in which the climb found nothing better
    std::int64_t others_work_ = 0;        // of the workers in the last round
    std::int64_t counted_work_ = 0;       // of the workers so far
    double least_given_up_ = 0.0;         // proven
    std::unique_ptr<Progress> progress_;  // of closing the gap
    std::int64_t first_gap_ = 0;
    std::int64_t shown_ = 0;
    std::vector<Conflict> conflicts_;
    std::set<std::vector<std::int32_t>> known_;
    // Rows of the cone that workers generated, and the numbers here of each worker's own.
    std::vector<std::vector<double>> generated_cone_;
    std::vector<std::vector<std::int32_t>> cone_numbers_;
    std::priority_queue<SearchNode, std::vector<SearchNode>, WorseSatisfiedNode> nodes_;
    std::int64_t next_number_ = 0;
};

Conflict SatisfiedSearch::renumbered(Conflict conflict, std::size_t worker) {
    const auto listed = static_cast<std::int32_t>(rows_.cone().size() / at(rows_.stride()));
    std::vector<std::int32_t>& numbers = cone_numbers_[worker];
    const auto& own = workers_[worker]->oracle().generated_cone();
    for (std::size_t place = numbers.size(); place < own.size(); ++place) {
        numbers.push_back(listed + static_cast<std::int32_t>(generated_cone_.size()));
        generated_cone_.push_back(own[place]);
    }
    for (ConflictRow& row : conflict.rows) {
        if (row.row.block != kConeBlock || row.row.competitor < listed) continue;
        row.row.competitor = numbers[at(row.row.competitor - listed)];
    }
    return conflict;
}

void SatisfiedSearch::exchange() {
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
        for (Conflict& conflict : workers_[worker]->take_found()) {
            for (std::size_t other = 0; other < workers_.size(); ++other) {
                if (other != worker) workers_[other]->learn(conflict);
            }
            if (!known_.insert(conflict.blocks).second) continue;
            conflicts_.push_back(renumbered(std::move(conflict), worker));
        }
    }
    std::size_t best = 0;
    for (std::size_t worker = 1; worker < workers_.size(); ++worker) {
        if (workers_[worker]->best().count > workers_[best]->best().count) best = worker;
    }
    const Satisfied found = workers_[best]->best();
    for (const auto& worker : workers_) worker->learn(found);
}

void SatisfiedSearch::climb(std::int64_t work) {
    const std::int64_t searches = work / std::max<std::int64_t>(1, climb_.work());
    climb_.run(std::max<std::int64_t>(1, searches), [this] { return out_of_time(); });
}

void SatisfiedSearch::show_progress() {
    const auto gap = given_up() - static_cast<std::int64_t>(least_given_up_);
    if (progress_ == nullptr) {
        first_gap_ = gap;
        progress_ = std::make_unique<Progress>(context_, "proving the worst case", gap);
    }
    const std::int64_t closed = std::clamp<std::int64_t>(first_gap_ - gap, shown_, first_gap_);
    progress_->add(closed - shown_);
    shown_ = closed;
}

// A part of the work that the others did since the last time: line searches, and exchanges of
// blocks by the last worker, which does nothing else.
void SatisfiedSearch::look_for_better() {
    const double share = idle_rounds_ < kSearchPatience ? kBetterShare : kIdleBetterShare;
    const auto work = static_cast<std::int64_t>(share * static_cast<double>(others_work_));
    const bool many = rows_.dims() > kManyDims;  // there lines lead nowhere, exchanges do
    climb(many ? work / 4 : work);
    const std::int64_t enough = exchanger().oracle().work() + (many ? 4 * work : work);
    while (exchanger().oracle().work() < enough && !out_of_time() && !worked_enough(kWorkers)) {
        if (!exchanger().exchange_blocks()) return;
    }
}

void SatisfiedSearch::take_better() {
    const std::int64_t better = std::max(climb_.best(), exchanger().best().count);
    idle_rounds_ = better > first().best().count ? 0 : idle_rounds_ + 1;
    if (climb_.best() > first().best().count) first().explore_from(climb_.best_point());
    std::int64_t work = 0;
    for (std::size_t worker = 0; worker < kWorkers; ++worker) {
        work += workers_[worker]->oracle().work();
    }
    others_work_ = work - counted_work_;
    counted_work_ = work;
}

void SatisfiedSearch::from_starts(const std::vector<std::vector<double>>& starts) {
    for (const std::vector<double>& start : starts) {
        climb_.start(rows_.scaled(start));
        first().offer(rows_.scaled(start));
        climb(std::min(kFirstClimb, kFirstSearches * climb_.work()));
    }
    std::vector<std::vector<double>> points;
    for (const std::vector<double>& start : starts) points.push_back(rows_.scaled(start));
    if (climb_.best() >= 0) {
        points.push_back(climb_.best_point());
        first().offer(climb_.best_point());
    }
    parallel_tasks(context_, kWorkers, [&](std::int64_t worker) {
        for (std::size_t place = at(worker); place < points.size(); place += kWorkers) {
            workers_[at(worker)]->explore_from(points[place]);
        }
    });
    take_better();
    exchange();
}

// Several explorations of the same relaxation: the first in the order of x, the others stirred.
void SatisfiedSearch::explore_root(std::span<const double> x, int round) {
    parallel_tasks(context_, kExplorers + 1, [&](std::int64_t place) {
        if (place == static_cast<std::int64_t>(kExplorers)) return look_for_better();
        std::vector<double> stirred(x.begin(), x.end());
        if (place > 0) {
            Draws draws = Random(static_cast<std::uint64_t>(place)).stream("stir").at(round);
            for (double& value : stirred) value *= 1.0 + kStir * (draws.uniform() - 0.5);
        }
        workers_[at(place)]->explore(stirred, false, std::numeric_limits<int>::max());
    });
    take_better();
    exchange();
}

// True when the root must be branched. An integral relaxation that can neither be cut nor realised
// is one that rounding hides: the bound of the root stands.
bool SatisfiedSearch::root(SearchNode& node) {
    first().enter(node);
    double reached = 0.0;
    int stalled = 0;
    BlockSearch::Outcome outcome = BlockSearch::Outcome::closed;
    for (int round = 1;; ++round) {
        const bool going_on = first().relax(node, outcome);
        least_given_up_ = std::max(least_given_up_, node.bound);
        if (!going_on) {
            if (outcome == BlockSearch::Outcome::closed) {
                least_given_up_ = static_cast<double>(given_up());
            }
            return false;
        }
        if (small_enough() || all_worked_enough()) return false;
        show_progress();
        if (round == kPairsAfter && rows_.dims() <= kPairDims) first().test_pairs();
        const std::int64_t before = std::ssize(conflicts_);
        explore_root(first().relaxation().solution(), round);
        if (small_enough()) return false;
        stalled = first().relaxation().objective() > reached + kRootProgress ? 0 : stalled + 1;
        reached = std::max(reached, first().relaxation().objective());
        const bool integral = first().relaxation().most_split() < 0;
        if (!integral && (stalled >= kRootStalled || std::ssize(conflicts_) == before)) return true;
        if (integral && std::ssize(conflicts_) == before && stalled >= kRootStalled) return false;
    }
}

void SatisfiedSearch::branch(const SearchNode& node, const BlockSearch& worker) {
    const CutPool::Column column = worker.relaxation().most_split();
    const std::vector<Fixing> extra = worker.fixed_by_cost();
    for (const bool up : {false, true}) {
        SearchNode child{node.fixings, node.bound, next_number_++};
        child.fixings.insert(child.fixings.end(), extra.begin(), extra.end());
        child.fixings.push_back({column, up});
        nodes_.push(std::move(child));
    }
}

void SatisfiedSearch::tree() {
    double unresolved = std::numeric_limits<double>::infinity();
    while (!nodes_.empty()) {
        least_given_up_ = std::max(least_given_up_, std::min(nodes_.top().bound, unresolved));
        if (small_enough() || statistics_.nodes > limits_.nodes) return;
        show_progress();
        std::vector<SearchNode> round;
        while (!nodes_.empty() && round.size() < kWorkers) {
            round.push_back(nodes_.top());
            nodes_.pop();
        }
        statistics_.nodes += std::ssize(round);
        std::vector<BlockSearch::Outcome> outcomes(round.size());
        parallel_tasks(context_, std::ssize(round) + 1, [&](std::int64_t place) {
            if (place == std::ssize(round)) return look_for_better();
            outcomes[at(place)] = workers_[at(place)]->process(round[at(place)]);
        });
        for (std::size_t place = 0; place < round.size(); ++place) {
            if (outcomes[place] == BlockSearch::Outcome::branch) {
                branch(round[place], *workers_[place]);
            }
        }
        take_better();
        exchange();
        bool limit = false;
        double open = nodes_.empty() ? std::numeric_limits<double>::infinity() : nodes_.top().bound;
        for (std::size_t place = 0; place < round.size(); ++place) {
            if (outcomes[place] == BlockSearch::Outcome::unresolved) {
                unresolved = std::min(unresolved, round[place].bound);
            }
            if (outcomes[place] != BlockSearch::Outcome::limit) continue;
            limit = true;
            open = std::min(open, round[place].bound);
        }
        if (limit || out_of_time() || all_worked_enough()) {
            least_given_up_ = std::max(least_given_up_, std::min(open, unresolved));
            return;
        }
    }
    least_given_up_ = std::min(static_cast<double>(given_up()), unresolved);
}

MaxSatisfied SatisfiedSearch::result() {
    const Satisfied& best = first().best();
    MaxSatisfied found;
    found.links = std::max<std::int64_t>(best.count, 0) + statistics_.always;
    found.bound = rows_.records().rows - statistics_.never -
                  static_cast<std::int64_t>(std::llround(least_given_up_));
    found.bound = std::max(found.bound, found.links);
    found.optimal = found.links == found.bound;
    found.satisfied = best.blocks;
    for (std::int32_t i = 0; i < rows_.records().rows; ++i) {
        if (rows_.fate(i) == Fate::always) found.satisfied.push_back(i);
    }
    std::sort(found.satisfied.begin(), found.satisfied.end());
    found.parameters = best.point.empty()
                           ? equal_parameters(rows_.model(), rows_.records().attributes)
                           : rows_.parameters(best.point.data());
    found.conflicts = std::move(conflicts_);
    found.generated_cone = std::move(generated_cone_);
    for (const auto& worker : workers_) {
        statistics_.steps += worker->oracle().steps();
        statistics_.questions += worker->questions();
        statistics_.relaxations += worker->relaxation().solved();
    }
    statistics_.seconds = context_.now() - started_;
    found.statistics = statistics_;
    return found;
}

MaxSatisfied SatisfiedSearch::run(const std::vector<std::vector<double>>& starts) {
    if (rows_.open_blocks().empty()) return result();
    from_starts(starts);
    if (conflicts_.empty()) {
        first().explore(std::vector<double>(rows_.open_blocks().size(), 0.0), true,
                        std::numeric_limits<int>::max());
        exchange();
    }
    if (!conflicts_.empty()) {
        SearchNode node{{}, 0.0, next_number_++};
        ++statistics_.nodes;
        if (root(node)) {
            branch(node, first());
            tree();
        }
    }
    first().widen_best();
    return result();
}

}  // namespace

MaxSatisfied max_satisfied(const Context& context, const BlockRows& rows,
                           const SearchLimits& limits,
                           const std::vector<std::vector<double>>& starts) {
    return SatisfiedSearch(context, rows, limits).run(starts);
}

}  // namespace lethe
