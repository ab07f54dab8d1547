// Probabilistic linkage by agreement, as studies of its time had to run it: on records drawn from a
// larger file and linked among themselves. That crowd is smaller than the release's, so that more
// people are found in it than an intruder finds who has the whole release to look through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/data/table.h"

namespace lethe::reproduction {

// Numbers agree within 0.15 deviations. Percent of the people found by `rule` (of the attack:
// assignment or heaviest), the mean of intruders who know the first 1, 2, ..., `intruders` columns.
// The release may be too large for an assignment; the heaviest record is taken then.
double found_by_agreement(const Table& original, const Table& masked, std::size_t intruders,
                          std::string_view rule, const Context& context);

struct DrawnLinkage {
    double whole = 0;             // each among all released records, the heaviest
    double drawn_heaviest = 0;    // each among the records of those drawn, the heaviest
    double drawn_one_to_one = 0;  // the same with the largest total weight
};

// `masked` has the rows of `original` in the same order; `records` of them are drawn.
DrawnLinkage drawn_linkage(const Table& original, const Table& masked, std::size_t intruders,
                           std::int64_t records, const Random& random, const Context& context);

}  // namespace lethe::reproduction
