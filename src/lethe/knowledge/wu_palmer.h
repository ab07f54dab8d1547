// What the measure of Wu and Palmer (1994) leaves open where concepts have several parents: which
// of the common subsumers of two concepts is their least, and how its depth is counted.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

enum class LeastSubsumer {
    most_subsumers,   // of the greatest depth, then with most subsumers: Taxonomy::lcs
    name,             // of the greatest depth, then the first by name and sense
    longest_by_name,  // of the greatest longest depth, then the first by name and sense
};

// Of each concept its place in the preference of `least`, which is one of those by name: of
// several, the least common subsumer is the one with the greatest number. All are different.
std::vector<std::int32_t> subsumer_preferences(const Taxonomy& taxonomy, LeastSubsumer least);

// 1 - 2 depth / (2 depth + climbs): the depth of the least common subsumer, and the edges from both
// concepts up to it.
constexpr double wu_palmer_distance(int climbs, int depth) {
    return climbs / static_cast<double>(climbs + 2 * depth);
}

}  // namespace lethe
