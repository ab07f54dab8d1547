// What attack, measure and assess of tables share besides their tables: where results may go, what
// stands in all of them, and what is private.
#pragma once

#include <string>
#include <vector>

#include "lethe/operation/tables/load_pair.h"

namespace lethe::operation {

// Error(usage) where a result would be written over an input.
void check_results(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs);

// {"kind": "assessment", "original", "masked", "columns", "scenario"}. What the owner calls her
// file is hers to know.
Json assessment_of(const PairOptions& options, const release::AssessedPair& loaded);

// Link lists and exposed records into a file that only its owner can read; where there is none, a
// note that they are not kept.
void keep_private(Door& door, const std::string& output,
                  const std::vector<release::PrivateResult>& results);

}  // namespace lethe::operation
