// Equivalence classes of rows that are already one 64-bit key each.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"

namespace lethe {

// Rows with the same key, classes numbered by their first row. Linear in the rows, parallel; beside
// the result it holds 12 bytes a row. Error(input) above 2^31 - 1 rows.
Groups group_keys(const Context& context, std::span<const std::uint64_t> keys);

}  // namespace lethe
