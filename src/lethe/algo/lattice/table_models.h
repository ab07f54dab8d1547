// Models of the whole table: average risk and uniqueness among the classes that are left. They are
// enforced by suppressing whole classes, the smallest first.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "lethe/algo/lattice/metrics.h"
#include "lethe/algo/lattice/models.h"

namespace lethe::lattice {

// Whether a model of the table holds among classes of these sizes.
bool table_holds(const Model& model, const std::map<std::int64_t, std::int64_t>& sizes);

// Marks what must go in `suppressed`, beside what is marked already: of the classes that are left,
// by size, then by the metric's own loss of the class, then by the lowest row, the shortest
// beginning that bisection finds; of several models one after the other, until all hold. The class
// of a fully generalised node neither counts nor goes. Returns the rows suppressed in all; more
// than `limit` says no more than that.
std::int64_t enforce_table_models(const ClassList& list, const Measure& measure,
                                  std::span<const Model> models, bool fully_generalised,
                                  std::int64_t limit, std::span<char> suppressed);

}  // namespace lethe::lattice
