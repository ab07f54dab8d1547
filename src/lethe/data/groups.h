// Equivalence classes: rows that agree on a set of columns.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

struct Groups {
    std::vector<std::int32_t> class_of;  // per row; classes are numbered by their first row
    std::vector<std::int64_t> sizes;     // per class

    std::int64_t classes() const { return static_cast<std::int64_t>(sizes.size()); }
    std::int64_t smallest() const;  // 0 for an empty table
};

// Missing is a value of its own: it equals missing and nothing else. Numbers are equal when they
// compare equal (so -0 equals 0). Linear in rows x columns, parallel.
Groups group_rows(const Context& context, const Table& table, std::span<const std::string> columns);

// For each row the number of rows that it agrees with, itself included, where a missing value
// agrees with anything: the frequency that disclosure control uses on tables with missing values.
// Not an equivalence, so there are no classes. Without missing values it is the class size.
// At most (different rows) x (different patterns of missing values) look-ups, parallel; near to
// linear where few values are missing. At most 64 of the columns may have missing values.
std::vector<std::int64_t> matching_rows(const Context& context, const Table& table,
                                        std::span<const std::string> columns);

// How many rows are in a class (or have a count) of each size.
std::map<std::int64_t, std::int64_t> size_histogram(std::span<const std::int64_t> count_of_row);

}  // namespace lethe
