// Keys of rows: which row of one table a value of another names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/data/column.h"

namespace lethe::release {

// What is wrong with a column as a key; 0 and 0 where nothing is.
struct KeyFaults {
    std::int64_t missing = 0;   // rows without a value
    std::int64_t repeated = 0;  // rows whose value an earlier row has
};
KeyFaults key_faults(const Column& key);

inline constexpr std::int64_t kNamesNone = -1;    // there is a value, and no row has it
inline constexpr std::int64_t kWithoutName = -2;  // the value is missing

// For each row of `names` the first row of `key` with the same value. Numbers are the same by their
// value where both columns are numeric; otherwise texts are, as they are written.
std::vector<std::int64_t> rows_named(const Column& names, const Column& key);

}  // namespace lethe::release
