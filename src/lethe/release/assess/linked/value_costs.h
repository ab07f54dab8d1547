// How badly a released value of a column fits one that an intruder knows who has the original and
// knows the masking: 0 fits, 1 does not fit at all (linked_attack.h says how it is counted).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/data/column.h"

namespace lethe::release {

class ValueCosts {
  public:
    // A column of a Comparable. Released row i is of original row origin[i]; none: row by row.
    ValueCosts(const Column& original, const Column& released,
               std::span<const std::int64_t> origin);

    double cost(std::int64_t original_row, std::int64_t released_row) const {
        const auto a = static_cast<std::size_t>(original_row);
        const auto b = static_cast<std::size_t>(released_row);
        return numeric_ ? cost_of_numbers(a, b) : cost_of_codes(held_[a], shown_[b]);
    }

  private:
    struct Made {
        std::int32_t shown = 0;
        float cost = 1;
    };

    double cost_of_numbers(std::size_t a, std::size_t b) const;
    double cost_of_codes(std::int32_t held, std::int32_t shown) const;
    void count_numbers(std::span<const std::int64_t> origin);
    void count_codes(std::span<const std::int64_t> origin);

    bool numeric_ = false;
    std::vector<double> known_, released_;  // numbers; NaN: missing
    double range_ = 0;
    double missing_cost_[2][2] = {{0, 1}, {1, 0}};  // [known is missing][released is missing]
    std::vector<std::int32_t> held_, shown_;        // codes; 0: missing
    std::vector<std::vector<Made>> made_of_;        // of each code held, by what is shown
};

}  // namespace lethe::release
