// Who stands out of a table before anything is done, and by what. Private where it speaks of single
// people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/assess/exposure.h"

namespace lethe::release {

// How many people a set of columns singles out who are not alone in any part of it.
struct AloneBy {
    std::vector<std::string> columns;
    std::int64_t people = 0;
};

struct TableExposure {
    // No attack was run: the chance is that of a guess among those who are alike, one by the size
    // of the class. The most exposed first: small classes, then those who are alone in fewest
    // columns, then by row.
    ExposureTable table;
    std::vector<AloneBy> alone_by;  // most people first, then small sets; at most kShownSets
    std::int64_t looked_at = 0;     // people whose sets of columns were looked for
};

struct TableExposureOptions {
    std::int64_t worst = 100;  // so many get reasons where not everybody does
    double most_steps = 4e8;   // everybody gets them up to so many sets of columns times rows
};

constexpr std::size_t kShownSets = 20;

// Of the table in the columns that an intruder could know; Error(usage) where there are none.
TableExposure table_exposure(const Context& context, const Table& table,
                             std::span<const std::string> columns,
                             const TableExposureOptions& options = {});

// {"columns", "looked_at", "alone_by": [{"columns", "people", "share"}], "private_worst": [{"row"
// (from 1), "class_size", "unique_on"}]}, of the `worst` most exposed who are alone in some set.
// Shares are percent of those who were looked at.
Json to_json(const TableExposure& exposure, std::span<const std::string> columns,
             std::size_t worst = 100);

}  // namespace lethe::release
