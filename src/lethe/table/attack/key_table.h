// The records of two tables by their combinations of values: equal in both tables, equal cell.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/data/paired_codes.h"
#include "lethe/method/comparison.h"

namespace lethe::attack {

// A column of both tables as codes below `bound`, equal where the values are: categories by their
// texts, numbers by comparison; missing is a value of its own, the last code.
struct KeyColumn {
    PairedCodes codes;  // x the original, y the masked table
    std::int32_t bound = 0;
};

KeyColumn key_column(const AssessInput& input, const std::string& name);

struct KeyTable {
    std::vector<std::int32_t> original;  // cell of each row
    std::vector<std::int32_t> masked;
    std::vector<std::int64_t> in_original;  // records of each cell
    std::vector<std::int64_t> in_masked;
};

// Checks the tables. Values are equal as for `key_column`.
KeyTable key_table(const AssessInput& input);

}  // namespace lethe::attack
