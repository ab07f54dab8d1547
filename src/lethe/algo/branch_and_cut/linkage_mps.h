// Supervised linkage as a mixed-integer program in MPS, for any solver to check: minimise the
// number of blocks given up subject to w . g_ij + C_ij K_i >= margin for all i != j, K binary, and
// the cone and the scale of the family. Each C_ij is as small as the family allows. Free format;
// integers between markers INTORG and INTEND; parameters that may be negative are declared free.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "lethe/algo/learnt/linkage_features.h"

namespace lethe {

struct MpsOptions {
    double margin = 1e-6;  // stands for "> 0"
};

// How large the program is, before anything of it is left out. `published` counts as the source
// does (Abril et al. 2015, Tables 2 and 3; Abril 2014, 5.2): a condition for each pair, one for
// each binary, and those of the family as they are printed there; 0 where it prints none. The
// printed number for submodular measures is too small: it has n (n - 1) / 2 conditions where they
// are n (n - 1) / 2 times 2^(n - 2).
struct ProgramSize {
    std::int64_t parameters = 0;
    std::int64_t binaries = 0;  // one for each person
    std::int64_t pairs = 0;     // conditions of a person and a competitor
    std::int64_t family = 0;    // conditions of the family and its scale; -1: not finitely many
    std::int64_t published = 0;

    std::int64_t rows() const { return family < 0 ? -1 : pairs + family; }
};

ProgramSize program_size(const DistanceModel& model, const AlignedRecords& records);

// The families of finitely many conditions: bilinear_psd has none (Error(usage)). The scale:
// weights that sum to 1 (weighted mean, OWA), a measure of 1 for the full set, entries within -1 ..
// 1 (bilinear). Error(io) when the stream fails.
void write_linkage_mps(std::ostream& out, const DistanceModel& model, const AlignedRecords& records,
                       const MpsOptions& options = {});

}  // namespace lethe
