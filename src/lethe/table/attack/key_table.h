// The records of two tables by their combinations of values: equal in both tables, equal cell.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/method/comparison.h"

namespace lethe::attack {

struct KeyTable {
    std::vector<std::int32_t> original;  // cell of each row
    std::vector<std::int32_t> masked;
    std::vector<std::int64_t> in_original;  // records of each cell
    std::vector<std::int64_t> in_masked;
};

// Checks the tables. Categories are equal where their texts are, numbers where they are; missing is
// a value of its own.
KeyTable key_table(const AssessInput& input);

}  // namespace lethe::attack
