// What a text of several words can mean in a taxonomy, and how sure that is.
#pragma once

#include <string>
#include <vector>

#include "lethe/knowledge/phrases/lexicon.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::phrases {

enum class Found {
    none,
    plural,     // the whole text in the singular: "water sports"
    phrase,     // a name of several words that the text holds, its head among them
    head,       // the head noun
    verb,       // a noun that is derived from the verb: "to rest"
    adjective,  // a noun that is derived from the adjective
    stem,       // a word with the same stem as the head
};

struct PhraseSenses {
    Found found = Found::none;
    std::vector<ConceptId> senses;  // the most usual first
    bool whole = false;             // all words count but those of grammar
    bool sentence = false;          // verbs were passed on the way to the head
};

// The text in the singular if the taxonomy knows it so; then the longest known name around the head
// of the main noun phrase; the head; what is derived from the verb or the adjective; the stem of
// the head. Nothing where none of them is known: what stands beside the head is never the meaning.
PhraseSenses phrase_senses(const Taxonomy& taxonomy, const Lexicon& lexicon,
                           const std::string& text);

}  // namespace lethe::phrases
