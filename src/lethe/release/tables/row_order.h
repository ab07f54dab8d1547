// The order of the rows of a release. Where a table is kept in the order in which it came, the
// place of a row may tell what was masked: a list sorted by name stays one when the names are gone.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe {

// The columns by which the rows are sorted, up or down, among those that the release hides: dropped
// or changed. Texts by their letters, whatever the case, and numbers in them by their size; missing
// values stand anywhere. A column with one value sorts nothing.
std::vector<std::string> telling_order(const Plan& plan, const std::set<std::string>& changed);

// The release with its rows in a random order, which the origin tells. `source_digest`, of what was
// read, is part of the choice, so that a seed that is guessed does not lead back without it.
void shuffle_rows(Execution& execution, std::uint64_t seed, const std::string& source_digest);

// The rows in the order of the original again, by their origin, which becomes empty where nothing
// else was done to them than to shuffle.
void undo_order(Table& release, std::vector<std::int64_t>& origin, std::int64_t original_rows);

// Error(input) where the record says that the rows are in a random order and nothing tells which:
// row by row they would be taken for other people.
void check_order_known(const Json& record, const std::vector<std::int64_t>& origin);

}  // namespace lethe
