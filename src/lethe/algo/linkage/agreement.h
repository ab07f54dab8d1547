// Agreement patterns of all pairs of records of two files, for probabilistic record linkage.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/paired_codes.h"

namespace lethe {

struct AgreementCounts {
    std::int64_t rows_x = 0;
    std::int64_t rows_y = 0;
    int columns = 0;
    // pairs[pattern]: the pairs of a row of x and a row of y that agree on exactly the columns
    // whose bits are set (column j is bit j). 2^columns entries, which sum to rows_x * rows_y.
    std::vector<std::int64_t> pairs;
};

// A value agrees with an equal one; missing agrees with nothing. Does not visit all pairs where
// counting by groups is cheaper. Codes should be dense: each thread holds 12 bytes for each code up
// to the largest, and 8 bytes x (columns + 1) x 2^columns. Error(usage) unless there are 1 to 16
// columns; Error(input) when their lengths differ.
AgreementCounts count_agreements(const Context& context, std::span<const PairedCodes> columns);

}  // namespace lethe
