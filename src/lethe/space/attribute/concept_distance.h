// How far two concepts are from each other, for attributes whose values are concepts or lists of
// them.
#pragma once

#include <algorithm>

#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

// 1 - 2 depth of what is above both / the sum of their depths, or by a measure; 1 where one is no
// concept.
inline double concept_distance(const Taxonomy& taxonomy, const Measure* measure, ConceptId a,
                               ConceptId b) {
    if (a == kNoConcept || b == kNoConcept) return 1;
    if (a == b) return 0;
    if (measure != nullptr) return measure->distance(a, b);
    const int depths = taxonomy.depth(a) + taxonomy.depth(b);
    return std::max(0.0, 1 - 2.0 * taxonomy.depth(taxonomy.lcs(a, b)) / depths);
}

// From an original concept to a published one: the levels climbed / the depth of the lower one
// where one is above the other, their distance where neither is.
inline double concept_climb(const Taxonomy& taxonomy, const Measure* measure, ConceptId original,
                            ConceptId published) {
    if (original == published && original != kNoConcept) return 0;
    if (original == kNoConcept || published == kNoConcept) return 1;
    const bool down = taxonomy.subsumes(original, published);
    if (!down && !taxonomy.subsumes(published, original)) {
        return concept_distance(taxonomy, measure, original, published);
    }
    const ConceptId low = down ? published : original;
    const ConceptId high = down ? original : published;
    return std::min(
        1.0, taxonomy.climb(low, high) / static_cast<double>(std::max(1, taxonomy.depth(low))));
}

// The concepts from below the root down to one, by the parents nearest to the root.
inline std::vector<ConceptId> way_from_root(const Taxonomy& taxonomy, ConceptId to) {
    std::vector<ConceptId> way;
    for (ConceptId c = to; c != taxonomy.root();) {
        way.push_back(c);
        c = *std::ranges::min_element(taxonomy.parents(c), {},
                                      [&](ConceptId parent) { return taxonomy.depth(parent); });
    }
    std::ranges::reverse(way);
    return way;
}

}  // namespace lethe
