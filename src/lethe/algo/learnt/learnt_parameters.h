// The parameters of a learnt distance: their scale, what they are as a fuzzy measure, and how they
// are moved off the boundary of their cone.
#pragma once

#include <span>
#include <vector>

#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/core/context.h"

namespace lethe {

// Only the direction of the parameters counts. The scale that is 1 by convention: the sum of the
// weights, the measure of all attributes, the trace of a matrix.
double parameter_scale(const DistanceModel& model, std::span<const double> parameters,
                       int attributes);

// Divided by their scale; as they are when that is not above zero.
std::vector<double> normalised(const DistanceModel& model, std::span<const double> parameters,
                               int attributes);

// The learnt set function of a Choquet family, normalised, place 0 the empty set (see
// fuzzy_measure.h). Also of weights: the additive measure of the weighted mean, the symmetric one
// of OWA. Error(usage) for forms, and for more than kMostListedMeasure attributes.
constexpr int kMostListedMeasure = 16;
std::vector<double> learnt_measure(const DistanceModel& model, std::span<const double> parameters,
                                   int attributes);

// Parameters strictly inside the cone (positive weights, a strictly monotone measure, a definite
// matrix) that satisfy at least as many blocks: the given ones mixed with a share of
// equal_parameters(). Satisfied blocks are open conditions, so a share that is small enough does
// it; the largest of 1/2, 1/4, ... that does is taken. Normalised. Error(usage) for the families
// without a boundary to leave (free and non-negative forms), Error(unmet) when rounding leaves no
// share.
std::vector<double> inner_parameters(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records,
                                     std::span<const double> parameters);

// The least of what must be above zero strictly inside: the smallest weight, the smallest increment
// of the measure, the smallest eigenvalue; of normalised parameters.
double least_increment(const DistanceModel& model, std::span<const double> parameters,
                       int attributes);

}  // namespace lethe
