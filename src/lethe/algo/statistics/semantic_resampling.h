// Semantic k-anonymous resampling (Martínez, Sánchez and Valls: Towards k-anonymous non-numerical
// data via semantic resampling, 2012).
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

struct ResamplingOptions {
    std::int64_t k = 5;
    Weighting weighting = Weighting::none;
    // All samples are sorted from one record, the most extreme of the table, or each from its own
    // most extreme record. In the latter case two samples may run in opposite directions.
    bool one_reference = true;
    CentreOptions centre = {};
};

// The group of each record of the space (in its canonical order). Error(unmet) for fewer than k
// records.
Clusters semantic_resampling(const Context& context, const TupleSpace& space,
                             const ResamplingOptions& options, const Stream& random);

}  // namespace lethe
