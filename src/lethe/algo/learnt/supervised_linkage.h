// Supervised linkage from data to proven result: presolve, starting points, search.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/algo/branch_and_cut/max_satisfied.h"
#include "lethe/algo/learnt/linkage_features.h"
#include "lethe/algo/learnt/weight_ranges.h"
#include "lethe/core/context.h"

namespace lethe {

struct SupervisedLinkage {
    DistanceModel model;
    MaxSatisfied search;
    // Of a weighted mean and of OWA: what each weight can be where the same records are found.
    std::vector<WeightRange> ranges;
};

// The largest number of records of `original` whose nearest masked record is, strictly, their own
// under some distance of the family. `records` is standardised (see AlignedRecords). Never below
// what the same limits find in a family inside, up to the share of them that its search is given.
// Errors as check_model and max_satisfied.
SupervisedLinkage supervised_linkage(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records,
                                     const SearchLimits& limits = {});

// Equal weights, weights by the inverse variance of the true differences, and for bilinear forms
// their inverse covariance: parameters that are good before anything is learnt.
std::vector<std::vector<double>> starting_parameters(const DistanceModel& model,
                                                     const AlignedRecords& records);

}  // namespace lethe
