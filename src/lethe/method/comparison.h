// What attacks and losses do with their two tables before they begin.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/method.h"

namespace lethe {

// Error(input) unless there are columns, both tables have them, every masked row has its origin and
// every known or training row exists.
void check_tables(const AssessInput& input);

// The columns of both tables as numbers. `aligned` has the rows of the masked table: row j is the
// original of masked row j. It is `original` itself when no rows were dropped.
struct NumericColumns {
    std::vector<ColumnPtr> original;
    std::vector<ColumnPtr> aligned;
    std::vector<ColumnPtr> masked;
};

// Checks the tables; Error(input) names a column that is not numeric in both.
NumericColumns numeric_columns(const AssessInput& input);

// For each row of the original its row in the masked table, -1 where it was dropped.
std::vector<std::int64_t> masked_row_of(const AssessInput& input);

// The rows that an attack counts: those that the intruder holds (all of them when none are named)
// and whose link is not known already. Ascending.
std::vector<std::int64_t> attacked_rows(const AssessInput& input);

inline std::optional<double> finite_or_none(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// JSON has no infinities: null stands for what is not a finite number.
inline Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

inline double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }
inline double percent(std::int64_t part, std::int64_t whole) {
    return percent(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace lethe
