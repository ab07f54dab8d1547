#include "lethe/text/ordinary_words.h"

#include "lethe/text/characters.h"
#include "lethe/text/token.h"

namespace lethe::text {

OrdinaryWords::OrdinaryWords(const Taxonomy& taxonomy) {
    Stemmer stemmer;
    for (ConceptId c = 0; c < taxonomy.size(); ++c) {
        add(taxonomy.gloss(c), stemmer);
        for (std::int64_t i = 0; i < taxonomy.name_count(c); ++i) {
            add(taxonomy.name_of(c, i), stemmer);
        }
    }
}

void OrdinaryWords::add(std::string_view text, Stemmer& stemmer) {
    const std::string plain = plain_letters(text);
    for (const Token& word : words_of(plain)) {
        const std::string_view stem = stemmer.stem(word.of(plain));
        if (!stems_.contains(stem)) stems_.emplace(stem);
    }
}

}  // namespace lethe::text
