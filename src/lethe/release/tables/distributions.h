// How each column looks before and after masking: what the report draws. The result is statistics
// of the original data, so it belongs in private results only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe::release {

// Of the numbers that are there; what cannot be computed is not there. sd has divisor n - 1,
// quartiles are of type 7 (linear between order statistics).
struct NumberStats {
    std::optional<double> mean, sd, min, q1, median, q3, max;
};

// How one file's values of a column are spread.
struct FileSpread {
    std::vector<std::int64_t> counts;  // in each bin, or of each label
    std::int64_t missing = 0;
    NumberStats numbers = {};
    std::int64_t distinct = 0;  // categories
};

// Numbers are in bins [e_i, e_i+1), the last one closed; two files share them and every present
// value is in one. Without any value there is neither edge nor count.
//
// Where a file's values are no numbers, those of both are compared as texts. The labels are the
// twelve most frequent categories of the original (ties: the one seen first), by frequency, or in
// their own order where the column is ordinal; with `rest` a last label "other" counts all others
// of either file.
struct Distribution {
    std::string column;
    bool numeric = false;
    std::vector<double> edges = {};        // of numbers
    std::vector<std::string> labels = {};  // of categories
    bool rest = false;
    FileSpread before = {};  // of one file alone: its values
    std::optional<FileSpread> after = {};
};

// Of numbers {"column", "kind": "numeric", "edges", "before": [counts], "after", "before_stats":
// {"mean", "sd", "min", "q1", "median", "q3", "max", "missing"}, "after_stats"}, of categories
// {"column", "kind": "nominal", "labels", "before", "after", "rest", "before_stats": {"distinct",
// "missing"}, "after_stats"}; of one file "counts" and "stats" in place of the two of each.
Json to_json(const Distribution& distribution);

// One a column; columns that either table lacks are left out. The tables may differ in rows.
std::vector<Distribution> distributions(const Context& context, const Table& original,
                                        const Table& masked, std::span<const std::string> columns);

// The same of one file.
std::vector<Distribution> distributions(const Context& context, const Table& table,
                                        std::span<const std::string> columns);

}  // namespace lethe::release
