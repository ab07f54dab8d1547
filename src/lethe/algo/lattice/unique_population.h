// The share of a population that is unique in it, by the estimator that a model names.
#pragma once

#include <optional>

#include "lethe/algo/lattice/models.h"
#include "lethe/algo/population/population_uniques.h"

namespace lethe::lattice {

// 0 without a class of one; nothing where the estimator has no solution for these sizes. Of samples
// of less than a tenth the slide negative binomial model guesses the number of classes from next to
// nothing, and understates: who asks for it there gets none, and the stricter rule for none. So
// does Dankar's rule there where Pitman's model has no solution: a measure shows Zayatz's figure
// then, a promise does not rest on it.
std::optional<double> unique_share(Estimator estimator, const SizeCounts& sizes, double population);

}  // namespace lethe::lattice
