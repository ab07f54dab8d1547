// A column whose values changed places: the ranks that a value can have come from, or gone to.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/linkage/candidates.h"
#include "lethe/core/context.h"
#include "lethe/data/column.h"

namespace lethe::attack {

// A released column in order: the distinct values, and the code (the place among them) at each
// rank. Missing values have no rank and the code kMissingCode.
struct OrderedColumn {
    std::vector<double> values;
    std::vector<std::int32_t> code_at_rank;
    std::vector<std::int64_t> smaller;  // per code: values below it; and how many there are in all
    std::vector<std::int32_t> code_of_row;

    // The ranks that a value has: from the number of smaller values to one less than that of values
    // not larger; the high one is below the low one where the value does not occur.
    struct Ranks {
        std::int64_t low = 0;
        std::int64_t high = -1;
    };
    Ranks ranks_of(double value) const;
    // Codes of the values within `window` ranks of a value.
    CodeRange within(double value, std::int64_t window) const;
};

// For a numeric column.
OrderedColumn order_column(const Context& context, const Column& column);

}  // namespace lethe::attack
