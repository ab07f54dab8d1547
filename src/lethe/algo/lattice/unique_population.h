// How many people are unique in a population, estimated from the sizes of the classes of a sample.
//
// Zayatz 1991 (hypergeometric), Pitman's sampling formula fitted as Hoshino 2001 does, the slide
// negative binomial model (SNB: Chen and Keller-McNulty 1998), and the rule of Dankar et al. 2012
// that chooses between them by the sampling fraction.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "lethe/algo/lattice/models.h"

namespace lethe::lattice {

using SizeCounts = std::map<std::int64_t, std::int64_t>;  // size: classes of that size

// Share of the population that is unique in it, 0 without a class of one; nothing where the
// estimator has no solution for these sizes.
std::optional<double> unique_share(Estimator estimator, const SizeCounts& sizes, double population);

struct PitmanFit {
    double theta = 0;
    double alpha = 0;
};
std::optional<PitmanFit> fit_pitman(const SizeCounts& sizes);

struct SlideFit {
    double classes = 0;  // K
    double alpha = 0;
    double beta = 0;
};
std::optional<SlideFit> fit_slide(const SizeCounts& sizes, double population);

}  // namespace lethe::lattice
