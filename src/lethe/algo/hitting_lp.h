// The linear relaxation of the hitting set: minimise the sum of x over 0 <= x <= 1 so that the x of
// every row sum to at least the row's number. Rows come and go; each solution starts from the last
// basis. The only file that knows the LP library.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lethe {

class HittingLp {
  public:
    explicit HittingLp(std::int32_t columns);
    ~HittingLp();

    void add_row(std::span<const std::int32_t> columns, double at_least);
    void set_bounds(std::int32_t column, double low, double high);

    enum class Status { optimal, infeasible, failed };
    Status solve();
    double objective() const;
    std::span<const double> solution() const;
    std::span<const double> reduced_costs() const;
    std::span<const double> row_duals() const;

    std::int32_t rows() const;
    // Deletes the rows that the last solution leaves slack; rows added since then stay. Returns
    // what became of each row: its new number, or -1.
    std::vector<std::int32_t> delete_slack_rows();

  private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace lethe
