// What an evolution of files is asked to keep, and what became of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/operation/operation.h"
#include "lethe/release/tables/plan.h"
#include "lethe/search/evolve/evolve_files.h"

namespace lethe::operation {

// The k that every file must keep, set in the search: the one that is given (0 or 1: none). Where
// none is given (below 0) it is what the start or the policy asks for: the least k of a start that
// is made by k-anonymous methods only, the k of [verdict]. A given one is kept on all columns that
// the intruder knows; another one on the bred columns alone where the others, which stay as they
// are, make that impossible.
void ask_for_k(std::int64_t given, const Json& verdict, const release::Plan& plan,
               search::FileEvolutionOptions& search);

// Counts the classes of the best file and puts them into the result, with "warnings" of what was
// lost; Error(internal) where a k that was to be kept is not.
void tell_classes(Door& door, const release::Plan& plan, const search::FileEvolutionOptions& search,
                  const Table& best, Json& result);

// The parameters of the step in the record of the best file, with what it promises.
Json step_parameters(const Json& result);

}  // namespace lethe::operation
