// Hitting sets by plain depth-first search: for small families of sets, and to check a bound
// without the code that found it (see hitting_set.h for that).
#pragma once

#include <cstdint>
#include <vector>

namespace lethe {

enum class HittingAnswer { yes, no, gave_up };

// Whether at most `budget` elements hit all sets (hold one of each); elements are at least 0. Gives
// up after about so many looks at an element.
HittingAnswer hit_all(std::vector<std::vector<std::int32_t>> sets, std::int64_t budget,
                      std::int64_t most_looks = 500'000'000);

}  // namespace lethe
