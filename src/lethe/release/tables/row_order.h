// The order of the rows of a released table: as they came, or shuffled (release_order.h).
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lethe/data/table.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

// The columns by which the rows are sorted (release_order.h) among those that the release hides:
// dropped or changed.
std::vector<std::string> telling_order(const Plan& plan, const std::set<std::string>& changed);
// The same of a release that lies beside its original, by what it shows. Row i is of row origin[i];
// none: row by row.
std::vector<std::string> telling_order(const Table& original, const Table& masked,
                                       std::span<const std::int64_t> origin);

// The release with its rows in a random order, which the origin tells. `source_digest`, of what was
// read, is part of the choice, so that a seed that is guessed does not lead back without it.
void shuffle_rows(Execution& execution, std::uint64_t seed, const std::string& source_digest);

// The rows in the order of the original again, by their origin, which becomes empty where nothing
// else was done to them than to shuffle.
void undo_order(Table& release, std::vector<std::int64_t>& origin, std::int64_t original_rows);

}  // namespace lethe::release
