#include "lethe/vectors/make/distinct_rows.h"

namespace lethe::vectors {

DistinctRows distinct_rows(const SparseRows& rows) {
    DistinctRows result{SparseRows(rows.columns()), equal_rows(rows), {}, {}, {}};
    for (std::int64_t row = 0; row < rows.rows(); ++row) {
        const auto which = static_cast<std::size_t>(result.of[static_cast<std::size_t>(row)]);
        if (which == result.count.size()) {
            result.rows.append(rows[row]);
            result.count.push_back(0);
        }
        ++result.count[which];
    }
    result.begin.push_back(0);
    for (const std::int64_t count : result.count) {
        result.begin.push_back(result.begin.back() + static_cast<std::size_t>(count));
    }
    std::vector<std::size_t> next(result.begin.begin(), result.begin.end() - 1);
    result.places.resize(result.of.size());
    for (std::size_t row = 0; row < result.of.size(); ++row) {
        const auto which = static_cast<std::size_t>(result.of[row]);
        result.places[next[which]++] = static_cast<std::int64_t>(row);
    }
    return result;
}

}  // namespace lethe::vectors
