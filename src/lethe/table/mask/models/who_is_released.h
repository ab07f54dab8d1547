// The column that tells who of a population is released.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/table.h"

namespace lethe::mask {

// A problem where a value is none of yes, y, true, t, 1 and no, n, false, f, 0, in any case and
// with blanks around it, numbers by value: how many there are and the first row.
void check_says_who(const Column& column, const Place& place, Problems& problems);

// Rows that are released, ascending; all where no column is named. Missing is no. Problems as
// above.
std::vector<std::int64_t> released_rows(const Table& table, const std::string& column,
                                        Problems& problems);

}  // namespace lethe::mask
