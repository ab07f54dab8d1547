// t-plausibility (Jiang et al. 2009, Anandan et al. 2012): how many documents could have been
// generalised to a sanitised one. Each word that was generalised along a taxonomy ("analgesic" for
// "aspirin") may have been any leaf below it; a word that stands several times is one choice. The
// document is t-plausible for the product of these numbers.
//
// It is uniformly t-plausible if every one of its n generalised words alone has at least t^(1/n)
// leaves: no word is protected by the others only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::documents {

struct GeneralisedTerm {
    std::string text;  // in lower case, words separated by one space
    ConceptId meaning = kNoConcept;
    std::int64_t leaves = 0;  // that it may have been

    friend bool operator==(const GeneralisedTerm&, const GeneralisedTerm&) = default;
};

// What of a sanitised text stands for more special words of the original: phrases of up to five
// words that the original has not, and that subsume a phrase of the original which is gone. Of
// several such senses the one with the fewest leaves counts, which is the least that can be said.
// Each once, in the order of the text.
std::vector<GeneralisedTerm> generalised_terms(const Taxonomy& taxonomy, std::string_view original,
                                               std::string_view sanitised);

struct Plausibility {
    std::int64_t terms = 0;    // n
    double log10_t = 0;        // of the greatest t; 0 without generalised words: only itself
    double log10_uniform = 0;  // of the greatest t of which it is uniformly plausible
    std::int64_t fewest = 1;   // leaves of the weakest word
};

Plausibility plausibility(std::span<const GeneralisedTerm> terms);

// Of the documents of a collection that hold generalised words.
struct PlausibilitySummary {
    std::int64_t documents = 0;
    std::int64_t terms = 0;  // over all documents
    double smallest_log10_t = 0;
    double smallest_log10_uniform = 0;
    double mean_log10_t = 0;
};

// Pairs of original and sanitised texts.
PlausibilitySummary plausibility(const Context& context, const Taxonomy& taxonomy,
                                 std::span<const std::string_view> original,
                                 std::span<const std::string_view> sanitised);

Json to_json(const PlausibilitySummary& summary);

}  // namespace lethe::documents
