// How far apart the values of a sensitive column are, for models that compare them by meaning.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/algo/lattice/models.h"
#include "lethe/algo/lattice/records.h"
#include "lethe/core/error.h"
#include "lethe/data/column.h"

namespace lethe::mask {

// Distances by every measure that one of the models on this column asks for. Of likeness as they
// are measured, infinite from a value without a concept, which is like no other; of closeness
// divided by the largest where that is above 1, and 1 from a value without a concept: as the
// measures `l-diversity` and `t-closeness` have them. A missing value that counts has no concept.
// The column has a meaning; value_of_row is by row of the column. Problems: more than
// kMostMatrixValues values, a measure that the taxonomy does not serve.
void add_distances(const Column& column, std::span<const std::int32_t> value_of_row,
                   std::span<const lattice::Model> models, lattice::Counted& counted,
                   Problems& problems);

}  // namespace lethe::mask
