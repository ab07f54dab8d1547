// Supervised linkage as a mixed-integer program in MPS, for any solver to check: minimise the
// number of blocks given up subject to w . g_ij + C_ij K_i >= margin for all i != j, K binary, and
// the cone and the scale of the family. Each C_ij is as small as the family allows. Free format;
// integers between markers INTORG and INTEND; parameters that may be negative are declared free.
#pragma once

#include <iosfwd>

#include "lethe/algo/learnt/linkage_features.h"

namespace lethe {

struct MpsOptions {
    double margin = 1e-6;  // stands for "> 0"
};

// The families of finitely many conditions: bilinear_psd has none (Error(usage)). The scale:
// weights that sum to 1 (weighted mean, OWA), a measure of 1 for the full set, entries within -1 ..
// 1 (bilinear). Error(io) when the stream fails.
void write_linkage_mps(std::ostream& out, const DistanceModel& model, const AlignedRecords& records,
                       const MpsOptions& options = {});

}  // namespace lethe
