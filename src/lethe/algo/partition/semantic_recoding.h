// Semantic recoding (Martínez, Sánchez, Valls and Batet: Privacy protection of textual attributes
// through a semantic-based masking method, 2012): every tuple with fewer than k records gives way
// to another tuple of the data.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/space/tuple_scan.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

struct RecodingOptions {
    // Which tuple takes the place of another: the nearest, the one whose group grows the sum of
    // squared sizes least (the rarest), or that of any record.
    enum class Target { nearest, discernibility, random };
    // Among which: those that have more records than the rarest, or all.
    enum class Candidates { non_minimal, any };

    std::int64_t k = 5;
    Weighting weighting = Weighting::none;
    Target target = Target::nearest;
    Candidates candidates = Candidates::any;
    bool rarest_first = true;      // otherwise in canonical order
    std::optional<Stream> random;  // needed by Target::random
};

// The tuple that takes the place of each. Error(unmet) for fewer than k records. At most one look
// at all tuples for each tuple that gives way.
std::vector<std::int32_t> semantic_recoding(const Context& context, const TupleSpace& space,
                                            const RecodingOptions& options);

}  // namespace lethe
