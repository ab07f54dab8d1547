#include "lethe/knowledge/word_similarity.h"

namespace lethe {

std::vector<ConceptId> senses_of_word(const Taxonomy& taxonomy, std::string_view word) {
    std::vector<ConceptId> senses = taxonomy.find(word);
    return senses.empty() ? taxonomy.find_stem(word) : senses;
}

WordSimilarity best_pair(const Measure& measure, bool is_distance, std::span<const ConceptId> first,
                         std::span<const ConceptId> second) {
    WordSimilarity best;
    for (const ConceptId a : first) {
        for (const ConceptId b : second) {
            const double found = measure.published(a, b);
            const bool better = is_distance ? found < best.published : found > best.published;
            if (best.first == kNoConcept || better) best = {found, a, b};
        }
    }
    return best;
}

std::optional<WordSimilarity> word_similarity(const Taxonomy& taxonomy, const Measure& measure,
                                              bool is_distance, std::string_view first,
                                              std::string_view second) {
    const auto senses_a = senses_of_word(taxonomy, first);
    const auto senses_b = senses_of_word(taxonomy, second);
    if (senses_a.empty() || senses_b.empty()) return std::nullopt;
    return best_pair(measure, is_distance, senses_a, senses_b);
}

}  // namespace lethe
