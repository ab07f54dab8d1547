// How alike two words are: as alike as the two of their senses that are most alike (the sense
// policy `best_pair`), which is how measures are compared with what people say.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lethe/knowledge/measure.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct WordSimilarity {
    double published = 0;  // the measure as it was published: the largest, or the smallest distance
    ConceptId first = kNoConcept;  // the two senses; the more usual ones of equals
    ConceptId second = kNoConcept;
};

// The senses of a word: by its name, or else by its stem.
std::vector<ConceptId> senses_of_word(const Taxonomy& taxonomy, std::string_view word);

// Of at least one sense each. `is_distance` as in measure.h.
WordSimilarity best_pair(const Measure& measure, bool is_distance, std::span<const ConceptId> first,
                         std::span<const ConceptId> second);

// None where the taxonomy does not know one of the words.
std::optional<WordSimilarity> word_similarity(const Taxonomy& taxonomy, const Measure& measure,
                                              bool is_distance, std::string_view first,
                                              std::string_view second);

}  // namespace lethe
