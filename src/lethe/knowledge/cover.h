// Covers: the words among which a query hides from whoever answers it.
//
// The words of a taxonomy stand in the order of a walk through it, so that neighbours are near in
// meaning, and are cut into runs of k. Who asks for one word of a run asks for all of them. The run
// is the same whichever of its words is meant and whenever it is asked for: other words drawn at
// random each time would give the true one away as the one that is always there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

// The words are the preferred names of concepts, of each name its most usual sense; with `among`,
// only names of these concepts. Each is met below its first parent.
std::vector<ConceptId> words_along_walk(const Taxonomy& taxonomy,
                                        const std::vector<ConceptId>* among = nullptr);

// The run of k words, up to 2k - 1 for the last, that holds a word; empty where `words` does not.
// Error(unmet) for fewer than k words.
std::vector<ConceptId> cover_of(const std::vector<ConceptId>& words, ConceptId word,
                                std::int64_t k);

}  // namespace lethe
