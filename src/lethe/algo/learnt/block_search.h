// One worker of the branch and cut of max_satisfied: it has its own margin oracle, its own pool of
// cuts and its own relaxation, so that several can work at once. What they find is exchanged
// between their tasks. See max_satisfied.cc for the method.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lethe/algo/branch_and_cut/hitting_relaxation.h"
#include "lethe/algo/learnt/block_rows.h"
#include "lethe/algo/learnt/margin_oracle.h"

namespace lethe {

// A column is an open block, by its place among them; given up means not satisfied.
struct SearchNode {
    std::vector<Fixing> fixings;
    double bound = 0.0;  // on the blocks given up below this node
    std::int64_t number = 0;
};

// Blocks that are satisfied together, and where.
struct Satisfied {
    std::int64_t count = -1;
    std::vector<std::int32_t> blocks;
    std::vector<double> point;  // scaled
};

class BlockSearch {
  public:
    // `expired`: whether to come to an end; may throw.
    BlockSearch(const BlockRows& rows, std::function<bool()> expired);

    enum class Outcome {
        closed,      // nothing better below the node
        branch,      // relaxation() says where
        limit,       // expired
        unresolved,  // rounding hides the answer
    };
    Outcome process(SearchNode& node);

    // Asks for the blocks of x = 0, then adds the others in the order of x. Conflicts go to the
    // pool, the set found is offered as the best. Stops after `enough` conflicts that cut off x.
    // False when it did not come to its end.
    bool explore(std::span<const double> x, bool thorough, int enough);
    // What the parameters (scaled) satisfy, as the best if they lie inside the cone.
    void offer(std::span<const double> w);
    // Explores from given parameters (scaled): satisfied blocks first, then the nearly satisfied.
    void explore_from(std::span<const double> w);
    // Takes some blocks that are given up into the present set, gives up what contradicts them, and
    // adds what can be added; the result is the next present set unless it is smaller. False when
    // no block is given up.
    bool exchange_blocks();
    // Which pairs of the blocks in question conflict?
    void test_pairs();
    // One turn of cutting planes at a node: solves the relaxation and adds what is violated until
    // nothing known is. False when the node is decided; the outcome then says how.
    bool relax(SearchNode& node, Outcome& outcome);
    void enter(const SearchNode& node);  // fixes columns and imposes blocks

    // Takes the others' conflict. It may be known already.
    void learn(const Conflict& conflict);
    void learn(const Satisfied& best);
    // Conflicts found since the last call; their cone rows are numbered as in the oracle.
    std::vector<Conflict> take_found();

    const Satisfied& best() const { return best_; }
    std::int64_t given_up() const { return std::ssize(open_) - best_.count; }
    std::vector<Fixing> fixed_by_cost() const;
    const HittingRelaxation& relaxation() const { return relaxation_; }

    MarginOracle& oracle() { return oracle_; }
    const MarginOracle& oracle() const { return oracle_; }
    std::int64_t questions() const { return questions_; }

    // Makes the margin of the best set large.
    void widen_best();

  private:
    using Column = CutPool::Column;

    OracleAnswer ask(std::span<const std::int32_t> blocks, bool whole_cone = false) {
        ++questions_;
        return oracle_.ask(blocks, whole_cone);
    }
    Conflict minimal(Conflict conflict, std::span<const double> x);
    std::vector<Column> columns_of(const Conflict& conflict) const;
    void keep(Conflict conflict);
    bool know(const std::vector<Column>& columns);
    double sum_of(const Conflict& conflict, std::span<const double> x) const;
    void claim(const std::vector<std::int32_t>& blocks);
    bool settle_base(std::vector<std::int32_t>& base, std::vector<std::int32_t>& ejected,
                     std::span<const double> x);

    const BlockRows& rows_;
    std::function<bool()> expired_;
    MarginOracle oracle_;
    const std::vector<std::int32_t>& open_;
    std::vector<Column> column_of_;
    std::vector<std::int64_t> activity_;  // conflicts of a column
    std::int64_t questions_ = 0;

    Satisfied best_;
    std::vector<std::int32_t> present_;  // of exchange_blocks
    std::int64_t exchanges_ = 0;
    std::vector<Conflict> found_;
    HittingRelaxation relaxation_;
    std::vector<char> imposed_;  // by column
};

}  // namespace lethe
