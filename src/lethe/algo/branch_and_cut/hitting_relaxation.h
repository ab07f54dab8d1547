// The relaxation of a hitting set by cutting planes: of all sets to hit only those that the
// solution violates are in the linear program, with the cuts of cliques among the sets of two.
// Rows that have become slack leave it again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/branch_and_cut/conflict_graph.h"
#include "lethe/algo/branch_and_cut/cut_pool.h"
#include "lethe/algo/branch_and_cut/hitting_lp.h"

namespace lethe {

struct Fixing {
    CutPool::Column column;
    bool given_up;  // x = 1, else x = 0
};

class HittingRelaxation {
  public:
    using Column = CutPool::Column;

    explicit HittingRelaxation(std::int32_t columns);

    // A set to hit, ascending. False when it is known.
    bool add(const std::vector<Column>& set);
    bool empty() const { return pool_.size() == 0; }
    const ConflictGraph& pairs() const { return graph_; }

    void fix(std::span<const Fixing> fixings);  // instead of those before
    HittingLp::Status solve();                  // once, with the rows that are in
    // Takes in what the solution violates. False when that is nothing.
    bool cut();

    double objective() const { return lp_.objective(); }
    std::span<const double> solution() const { return lp_.solution(); }
    std::span<const double> reduced_costs() const { return lp_.reduced_costs(); }
    std::int64_t solved() const { return solved_; }

    // The rows in the program, with their duals, as cuts of the pool.
    struct Row {
        std::span<const Column> columns;
        double at_least;
        double dual;
    };
    std::int32_t rows() const { return lp_.rows(); }
    Row row(std::int32_t number) const;

    // The column whose x is nearest to one half; -1 when all are whole.
    Column most_split() const;

  private:
    void take_in(std::size_t cut);
    void trim();

    CutPool pool_;
    ConflictGraph graph_;
    HittingLp lp_;
    std::vector<std::size_t> lp_cuts_;  // by row of the program
    std::vector<Column> fixed_;
    double trimmed_at_ = 0.0;
    std::int64_t solved_ = 0;
};

}  // namespace lethe
