// What a short text is about: the head of its main noun phrase, or the verb that says it.
//
//   second residence                           residence
//   a lot of walking                           walking
//   inflammation of the stomach                inflammation
//   to learn about the wetlands                learn (an activity)
//   I came to see the birds with my children   birds
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "lethe/knowledge/phrases/tagger.h"

namespace lethe::phrases {

struct Head {
    enum class Kind {
        noun,      // words[begin] .. words[head] is a noun phrase without what stands behind it
        activity,  // words[head] is a verb or a gerund
        quality,   // words[head] is an adjective
    };
    Kind kind = Kind::noun;
    std::size_t begin = 0;
    std::size_t head = 0;
    bool sentence = false;  // verbs were passed on the way to it
};

// None where there is nothing but words of grammar.
std::optional<Head> find_head(std::span<const Word> words);

}  // namespace lethe::phrases
