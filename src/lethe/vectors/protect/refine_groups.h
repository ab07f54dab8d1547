// Improves groups of unit vectors by moving and exchanging documents. See refine_groups.cc.
#pragma once

#include <cstdint>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"
#include "lethe/vectors/protect/spherical.h"

namespace lethe::vectors {

// Groups keep at least k documents; their number stays. What never rises is the sum of 1 - cosine
// between the documents and their groups' directions, or of the squared distances from their means.
// Rows are unit vectors without negative weights.
void refine_groups(const Context& context, const SparseRows& unit, std::int64_t k,
                   Representative representative, Clusters& clusters);

}  // namespace lethe::vectors
