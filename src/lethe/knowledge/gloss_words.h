// The words of the glosses of a taxonomy, numbered; without articles, pronouns, prepositions and
// their like, which say nothing about a concept.
#pragma once

#include <cstdint>
#include <string_view>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

struct GlossWords {
    // With those of the names, as if they stood in the gloss, where `with_names`.
    GlossWords(const Taxonomy& taxonomy, bool with_names);

    Lists<std::int32_t> of;  // by concept: in the order of its gloss, as often as they stand there
    std::int32_t count = 0;  // of different words
};

bool is_function_word(std::string_view word);  // in small letters

}  // namespace lethe
