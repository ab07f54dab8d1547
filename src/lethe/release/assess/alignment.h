// Whether the rows of two tables look like the same people.
//
// An assessment takes row j of a release for the masked version of its origin. Where that is not
// so (another file, sorted rows), every attack finds about nobody, and the release looks safe. So
// the values of each row and of its supposed origin are compared with those of rows that were put
// together at random: if the own pairs are no more alike, nothing was measured.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/core/random.h"
#include "lethe/release/assess/comparable.h"

namespace lethe::release {

struct Alignment {
    double own = 0;     // mean likeness of a row and its origin, between 0 and 1
    double chance = 0;  // of rows put together at random
    double sigmas = 0;  // how many standard errors lie between them
    std::int64_t rows = 0;

    // Fewer than four standard errors, on twenty rows or more.
    bool doubtful() const { return rows >= 20 && sigmas < 4; }
};

// Looks at 4,000 rows at most.
Alignment alignment_of(const Comparable& pair, std::span<const std::int64_t> origin,
                       const Random& random);

}  // namespace lethe::release
