// An original beside its release: what became of each column, of how columns hang together, and of
// two of them in detail. All of it describes the original.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/assess/assessed_pair.h"

namespace lethe {

struct ComparedPair {
    Comparable pair;
    Table masked;  // as it was read, in the order of the original
    std::vector<std::int64_t> origin;
    bool aligned = false;  // row by row they are, or look like, the same people
};

// The columns that are named, or else every column of both but identifiers and free text; with
// those of `also`. Error(input) where there is none, or where rows are in an order that nothing
// tells.
ComparedPair compared_pair(PairRequest request, const std::vector<std::string>& also,
                           const Random& random);

// {"kind": "comparison", "about": "original", "rows": {"before", "after"}, "columns", and where
// there are two such columns "correlations" and "associations", and "pair" (contingency.h) where
// one is asked for, "warnings"}.
//
// "columns" are those of distributions(), each with "moved": {"changed", "changed_share" (percent
// of the released rows; null where the rows are not the same people)} and of numbers {"mean" (after
// less before), "mean_in_sd", "sd_ratio", "ks" (Kolmogorov and Smirnov's distance)}, of categories
// {"total_variation"}; both distances are between 0 and 1, of the values that are there. Numbers
// whose rows are the same people have a "scatter" of original against released values, and a pair
// of numeric columns one of both before and after (release/tables/scatter.h).
//
// "correlations" (Pearson, of numbers) and "associations" (Cramer's V, of categories): {"columns",
// "before", "after", "difference"}, each of the three a square matrix; null where a column is
// constant.
Json compare_tables(const Context& context, const ComparedPair& compared,
                    const std::optional<std::pair<std::string, std::string>>& pair = {});

}  // namespace lethe
