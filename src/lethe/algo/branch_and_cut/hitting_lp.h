// The linear relaxation of the hitting set: minimise the sum of x over 0 <= x <= 1 so that the x of
// every row sum to at least the row's number. Rows come and go; each solution starts from the last
// basis. See hitting_lp.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lethe {

class HittingLp {
  public:
    explicit HittingLp(std::int32_t columns);

    void add_row(std::span<const std::int32_t> columns, double at_least);
    void set_bounds(std::int32_t column, double low, double high);

    enum class Status { optimal, infeasible, failed };
    Status solve();
    // A lower bound of the optimum that holds whatever the row_duals are (>= 0); equal to the
    // optimum but for 1e-5 when they are right.
    double objective() const { return objective_; }
    std::span<const double> solution() const { return solution_; }
    // 1 less the duals of a column's rows.
    std::span<const double> reduced_costs() const { return reduced_costs_; }
    std::span<const double> row_duals() const { return row_duals_; }

    std::int32_t rows() const { return static_cast<std::int32_t>(rows_.size()); }
    // Deletes the rows that the last solution leaves slack; rows added since then stay. Returns
    // what became of each row: its new number, or -1.
    std::vector<std::int32_t> delete_slack_rows();

  private:
    struct Row {
        std::vector<std::int32_t> columns;
        double at_least = 0.0;
    };
    // Columns first, then the slacks of the rows.
    struct Variable {
        double low = 0.0;
        double high = 0.0;
        double value = 0.0;       // while it is not basic
        std::int32_t place = -1;  // row of the tableau when basic, else column; -1: not used yet
        bool basic = false;
    };

    std::int32_t slack(std::size_t row) const { return columns_ + static_cast<std::int32_t>(row); }
    Variable& variable(std::int32_t number) { return variables_[static_cast<std::size_t>(number)]; }
    double* line(std::size_t row) { return tableau_.data() + row * stride_; }
    void use_column(std::int32_t column);
    void append_line(std::size_t row);
    void move_to(std::int32_t number, double value);
    void rest(std::int32_t number);
    std::int32_t leaving_row();
    bool step(std::size_t row);
    std::int32_t entering(const double* entries, double direction, double lack);
    void pivot(std::size_t row, std::size_t column);
    void rebuild();
    bool consistent();
    void finish();

    std::int32_t columns_;
    std::vector<Row> rows_;
    std::size_t solved_rows_ = 0;  // those that the last solution knows
    std::vector<Variable> variables_;
    std::vector<std::int32_t> basic_;     // by row of the tableau: its variable
    std::vector<std::int32_t> nonbasic_;  // by column of the tableau: its variable
    std::vector<double> tableau_;         // how the basic variables change with the others
    std::size_t stride_ = 0;
    std::vector<double> values_;  // of the basic variables
    std::vector<double> prices_;  // how the perturbed objective changes with the others
    int pivots_ = 0;              // since the tableau was built
    std::vector<std::pair<double, std::int32_t>> candidates_;

    double objective_ = 0.0;
    std::vector<double> solution_;
    std::vector<double> reduced_costs_;
    std::vector<double> row_duals_;
};

}  // namespace lethe
