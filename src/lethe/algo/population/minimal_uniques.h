// Minimal sample uniques: the smallest sets of columns in which a record is alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

// For each of the rows the sets of at most `most_columns` (1 to 3) of the columns, as places in
// `columns`, on which it agrees with no other row while it agrees with one on every part of the
// set. Ascending by size, then by place. Missing values take part in no set. Parallel over the
// rows; a row costs the sets of columns times the table's rows / 64 at most, and little where rows
// agree often.
std::vector<std::vector<std::vector<std::size_t>>> minimal_uniques(
    const Context& context, const Table& table, std::span<const std::string> columns,
    std::span<const std::int64_t> rows, std::size_t most_columns = 3);

}  // namespace lethe
