// The first look at a table: what is in it, which columns could identify someone, how many people
// are unique.
#pragma once

#include <span>
#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"

namespace lethe {

// {"kind": "inspection", "data", "columns": [...], "classes": {...}, "single": [...], "pairs":
// [...]}. Statistics only: counts, means, deviations; extremes and categories of the data are not
// shown. `columns` are the quasi-identifiers; empty: all that look like one. "pairs" are the
// two-column combinations that single out most records.
Json inspect(const Context& context, const Table& table, const std::string& source,
             std::span<const std::string> columns);

}  // namespace lethe
