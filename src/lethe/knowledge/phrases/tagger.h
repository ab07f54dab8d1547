// The words of a short English text and what each of them is in it.
//
// A word of grammar is told by a list. Any other can be what WordNet says of its base forms; where
// that is several parts of speech the neighbours decide (a noun stands behind "the", a verb behind
// "I" and "to"), then how usual it is as each of them. A word that WordNet lacks is told by its
// ending, and is a noun where that says nothing. The tags are as many as finding the head of a
// phrase needs, no more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/knowledge/phrases/lexicon.h"

namespace lethe::phrases {

enum class Tag {
    noun,
    verb,       // finite, or behind "to"
    gerund,     // "watching", a verb that can stand for a noun
    adjective,  // participles of verbs that stand before a noun, ordinals and possessives too
    adverb,
    number,
    determiner,
    pronoun,
    preposition,
    to,
    conjunction,
    mark,  // a comma and the like: what follows is said beside
};

struct Word {
    std::string text;  // in lower case; of a possessive without "'s"
    Tag tag = Tag::noun;
    std::string base;     // of a verb, a gerund or a noun; the text where there is none
    bool plural = false;  // a noun that is not its own base form
};

std::vector<Word> tag_words(const Lexicon& lexicon, std::string_view text);

}  // namespace lethe::phrases
