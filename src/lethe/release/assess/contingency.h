// Two columns beside each other, before and after: how many people are in each cell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/release/assess/comparable.h"

namespace lethe::release {

// Cells have a row for each label of the first column.
struct Contingency {
    using Counts = std::vector<std::vector<std::int64_t>>;
    std::array<std::string, 2> columns;
    std::array<std::vector<std::string>, 2> labels;
    Counts before;
    Counts after;
    std::vector<std::vector<double>> difference = {};  // percent points of all rows of each file
    double total_variation = 0;                        // between 0 and 1
    // Cramer's V of these cells; none where one side has a single label.
    std::optional<double> association_before;
    std::optional<double> association_after;
};
// {"columns": [a, b], "labels": [[of a], [of b]], "before": [[counts]], "after", "difference",
// "total_variation", "association_before", "association_after"}
Json to_json(const Contingency& contingency);

// Numbers with more than twelve values in the two files go into eight bins that hold about as many
// of the original each; numbers outside its range are in the first and the last. Of categories the
// twelve most frequent of the original are shown (an ordinal column's in its order), "(other)"
// counts the rest of either file and "(missing)" what is not there. The columns are of the pair.
Contingency contingency(const Context& context, const Comparable& pair, const std::string& a,
                        const std::string& b);

}  // namespace lethe::release
