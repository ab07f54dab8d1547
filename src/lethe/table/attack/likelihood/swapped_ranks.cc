#include "lethe/table/attack/likelihood/swapped_ranks.h"

#include <algorithm>

#include "lethe/algo/statistics/ranking.h"

namespace lethe::attack {

OrderedColumn order_column(const Context& context, const Column& column) {
    const auto numbers = column.numbers();
    OrderedColumn result;
    result.code_of_row.assign(numbers.size(), kMissingCode);
    for (const std::int32_t row : ranking(context, column)) {
        const double value = numbers[static_cast<std::size_t>(row)];
        if (result.values.empty() || value != result.values.back()) {
            result.values.push_back(value);
            result.smaller.push_back(std::ssize(result.code_at_rank));
        }
        const auto code = static_cast<std::int32_t>(result.values.size()) - 1;
        result.code_at_rank.push_back(code);
        result.code_of_row[static_cast<std::size_t>(row)] = code;
    }
    result.smaller.push_back(std::ssize(result.code_at_rank));
    return result;
}

OrderedColumn::Ranks OrderedColumn::ranks_of(double value) const {
    const auto place = std::lower_bound(values.begin(), values.end(), value) - values.begin();
    const auto code = static_cast<std::size_t>(place);
    const bool there = code < values.size() && values[code] == value;
    return {smaller[code], smaller[code + (there ? 1 : 0)] - 1};
}

CodeRange OrderedColumn::within(double value, std::int64_t window) const {
    const Ranks own = ranks_of(value);
    const std::int64_t ranks = std::ssize(code_at_rank);
    const std::int64_t low = std::max<std::int64_t>(0, own.low - std::min(window, ranks));
    const std::int64_t high = std::min(ranks - 1, own.high + std::min(window, ranks));
    if (low > high) return {};
    return {code_at_rank[static_cast<std::size_t>(low)],
            code_at_rank[static_cast<std::size_t>(high)]};
}

}  // namespace lethe::attack
