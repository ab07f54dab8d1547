// Semantic adaptive MDAV (Martínez, Sánchez and Valls: Semantic adaptive microaggregation of
// categorical microdata, 2012): microaggregation whose groups have at least k records and no upper
// bound, because all copies of a tuple go into one group. See sa_mdav.cc.
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_scan.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

struct SaMdavOptions {
    std::int64_t k = 5;
    Weighting weighting = Weighting::none;
    // A growing group takes the tuple nearest to its centre, or to the tuple it began with.
    bool moving_centre = true;
    CentreOptions centre = {};
};

// The group of each tuple, numbered in the order in which they are made. Error(unmet) for fewer
// than k records.
Clusters sa_mdav(const Context& context, const TupleSpace& space, const SaMdavOptions& options);

}  // namespace lethe
