// Linking people and released records by weights of levels of agreement.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/linkage/level_agreement.h"
#include "lethe/core/context.h"
#include "lethe/core/random.h"

namespace lethe::attack {

// Whom the attack looks for: match[i] is the released row of row i of x, -1 where there is none.
struct Wanted {
    std::span<const LevelColumn> columns;
    std::span<const std::int64_t> match;
    std::span<const std::vector<std::int64_t>> weights;  // by column and level
};

// The expected number of right links when `people` (rows of x) and their records are linked to the
// heaviest on the other side, among all of it; equally heavy ones share the chance.
//
// Finding who is heaviest takes more work the less the columns tell; where the people drawn for
// trial say that it would be more than `most_work`, fewer are looked for, but never below a
// thousand.
struct FoundPeople {
    std::int64_t looked_for = 0;
    double expected = 0;
};
FoundPeople heaviest_links(const Context& context, const Wanted& wanted, Looks looks,
                           std::vector<std::int64_t> people, const Random& random,
                           double most_work = 3e9);

// The expected number of right links when everybody is linked one to one with the largest total
// weight. Ties between different records are broken by the order, which is random; records that
// are equal share the chance evenly, and so do people that are, so that nothing is found by luck
// and never more than one in k where k records are equal.
double assigned_links(const Context& context, const Wanted& wanted, const Random& random);

}  // namespace lethe::attack
