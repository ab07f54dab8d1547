// An original beside its release: what became of each column, of how columns hang together, and of
// two of them in detail. All of it describes the original.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/assess/assessed_pair.h"
#include "lethe/release/assess/associations.h"
#include "lethe/release/assess/contingency.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/release/tables/scatter.h"

namespace lethe::release {

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

// What became of the values of a column. Distances are between 0 and 1, of the values that are
// there.
struct MovedColumn {
    struct Changed {
        std::int64_t values = 0;
        double share = 0;  // percent of the released rows
    };
    struct Numbers {
        std::optional<double> mean = {};  // after less before
        std::optional<double> mean_in_sd = {};
        std::optional<double> sd_ratio = {};
        std::optional<double> ks = {};  // Kolmogorov and Smirnov's distance
    };
    std::optional<Changed> changed = {};         // none where the rows are not the same people
    std::optional<Numbers> numbers = {};         // of numbers
    std::optional<double> total_variation = {};  // of categories; none where no value is there
};
// {"changed", "changed_share", and of numbers "mean", "mean_in_sd", "sd_ratio" and "ks", of
// categories "total_variation"}
Json to_json(const MovedColumn& moved);

struct ComparedColumn {
    Distribution distribution;
    MovedColumn moved;
    std::optional<ColumnScatter> scatter = {};  // of numbers whose rows are the same people
};
Json to_json(const ComparedColumn& column);  // a Distribution with "moved" and "scatter"

// How columns hang together: no value where a column is constant.
struct ComparedMatrices {
    std::vector<std::string> columns;
    AssociationMatrix before;
    AssociationMatrix after;
    AssociationMatrix difference;
};
Json to_json(const ComparedMatrices& matrices);  // {"columns", "before", "after", "difference"}

struct TableComparison {
    std::int64_t rows_before = 0;
    std::int64_t rows_after = 0;
    std::vector<ComparedColumn> columns = {};
    std::optional<ComparedMatrices> correlations = {};  // Pearson, of two numbers at least
    std::optional<ComparedMatrices> associations = {};  // Cramer's V, of two categories at least
    std::optional<Contingency> pair = {};               // of two columns that were named
    std::optional<PairScatter> pair_scatter = {};       // where both are numeric
    std::vector<std::string> warnings = {};
};
// {"kind": "comparison", "about": "original", "rows": {"before", "after"}, "columns", and where
// they are there "correlations", "associations" and "pair" (with "scatter" of numbers); "warnings"}
Json to_json(const TableComparison& comparison);

TableComparison compare_tables(const Context& context, const ComparedPair& compared,
                               const std::optional<std::pair<std::string, std::string>>& pair = {});

}  // namespace lethe::release
