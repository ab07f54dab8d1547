// Agreement patterns of people and released records, for the two-class model: which columns of a
// pair agree, one bit a column.
#pragma once

#include <cstdint>
#include <span>

#include "lethe/algo/linkage/agreement.h"
#include "lethe/algo/linkage/level_agreement.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe::attack {

// Columns of one width each, at most 16. Where all agree by equality every pair is counted, without
// visiting it where that is cheaper. Numbers within a tolerance have no groups, so pairs are
// visited (equal records once); above `most_pairs` as many people as that allows, drawn at random,
// are compared with the whole release.
AgreementCounts pair_patterns(const Context& context, std::span<const LevelColumn> columns,
                              const Random& random,
                              std::int64_t most_pairs = std::int64_t{1} << 31);

}  // namespace lethe::attack
