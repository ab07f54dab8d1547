// The search of exchange_groups in one block of records. Only exchange_groups uses it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lethe/algo/partition/exchange_groups.h"

namespace lethe {

inline double lost_between(double a, double b) { return std::min(1.0, std::abs(a - b)); }

// One block: its records and groups by numbers of their own.
class ExchangeBlock {
  public:
    ExchangeBlock(std::span<const LossPositions> columns,
                  std::vector<std::vector<std::int64_t>> rows, const ExchangeOptions& options);

    void run(const Context& context);
    // The rows of each group, ascending.
    std::vector<std::vector<std::int64_t>> groups() const;

  private:
    using Members = std::vector<std::int32_t>;

    const double* record(std::int32_t i) const {
        return &values_[static_cast<std::size_t>(i) * width_];
    }
    double distance_to(std::int32_t i, const std::vector<double>& shown) const {
        double sum = 0;
        for (std::size_t j = 0; j < width_; ++j) sum += lost_between(record(i)[j], shown[j]);
        return sum;
    }
    // Leaves what is shown in shown_now_. Given up, with more than `most`, as soon as it is more.
    double cost_of(const Members& members, double most = std::numeric_limits<double>::infinity());
    void change(std::size_t group, Members members);
    void distances(std::int32_t i);  // to all groups
    bool improve(std::int32_t i);
    bool pass(const Context& context);
    double dissolving(std::size_t group);  // what it costs at most
    void dissolve(std::size_t group);
    double splitting(std::size_t group, Members* part, Members* rest);
    bool rearrange();
    void remove_empty();
    std::size_t allowed() const;

    const ExchangeOptions& options_;
    std::size_t width_;
    std::size_t k_;
    std::vector<std::int64_t> row_;      // of a record
    std::vector<double> values_;         // records x columns
    std::vector<double> away_;           // of a record: from what its group shows
    std::vector<std::size_t> group_of_;  // of a record
    std::vector<Members> members_;       // of a group, ascending
    std::vector<double> cost_;           // of a group
    std::vector<std::int64_t> changed_;  // when a group was changed last
    std::vector<std::int64_t> looked_;   // when a record was tried last, without gain
    std::int64_t now_ = 0;
    std::vector<std::vector<double>> shown_;  // by column, of a group
    // Scratch.
    std::vector<double> one_column_, shown_now_, shown_own_, distance_;
    std::vector<std::size_t> near_;
    Members one_, other_;
};

}  // namespace lethe
