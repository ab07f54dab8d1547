#include "lethe/documents/find/ordinary_words.h"

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {

OrdinaryWords::OrdinaryWords(const Taxonomy& taxonomy) {
    language::Stemmer stemmer;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        add(taxonomy.gloss(c), stemmer);
        for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
            add(taxonomy.name_of(c, i), stemmer);
        }
    }
}

void OrdinaryWords::add(std::string_view text, language::Stemmer& stemmer) {
    const std::string plain = language::plain_letters(text);
    for (const language::Token& word : language::words_of(plain)) {
        const std::string_view stem = stemmer.stem(word.of(plain));
        if (!stems_.contains(stem)) stems_.emplace(stem);
    }
}

}  // namespace lethe::documents
