#include "lethe/knowledge/wu_palmer.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace lethe {
namespace {

// The place of a concept among the senses of its preferred name.
std::int64_t sense_of(const Taxonomy& taxonomy, ConceptId c) {
    const std::vector<ConceptId> senses = taxonomy.find(taxonomy.name_of(c, 0));
    return std::find(senses.begin(), senses.end(), c) - senses.begin();
}

}  // namespace

std::vector<std::int32_t> subsumer_preferences(const Taxonomy& taxonomy, LeastSubsumer least) {
    const bool longest = least == LeastSubsumer::longest_by_name;
    const auto depth = [&](ConceptId c) {
        return longest ? taxonomy.longest_depth(c) : taxonomy.depth(c);
    };
    std::vector<ConceptId> order(static_cast<std::size_t>(taxonomy.size()));
    std::iota(order.begin(), order.end(), ConceptId{0});
    // The least preferred first: shallow, and late by name.
    std::sort(order.begin(), order.end(), [&](ConceptId a, ConceptId b) {
        if (depth(a) != depth(b)) return depth(a) < depth(b);
        const int names = taxonomy.name_of(a, 0).compare(taxonomy.name_of(b, 0));
        if (names != 0 || a == b) return names > 0;
        const std::int64_t sense_a = sense_of(taxonomy, a);
        const std::int64_t sense_b = sense_of(taxonomy, b);
        return sense_a != sense_b ? sense_a > sense_b : a > b;
    });
    std::vector<std::int32_t> preferences(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        preferences[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    }
    return preferences;
}

}  // namespace lethe
