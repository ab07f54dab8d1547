// English words that tell nothing about what a text is about: articles, pronouns, prepositions,
// conjunctions, auxiliaries, and what is left of them when an apostrophe is cut (don't: don, t).
#pragma once

#include <span>
#include <string_view>

namespace lethe::language {

// Changes with the list: an index made with another list is not comparable.
constexpr int kStopWordsVersion = 1;

bool is_stop_word(std::string_view lower_case_word);
std::span<const std::string_view> stop_words();  // in order

}  // namespace lethe::language
