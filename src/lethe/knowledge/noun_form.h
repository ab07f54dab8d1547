// The form by which a taxonomy of English nouns knows a word: the word itself or, as WordNet's own
// program looks for it, the singular of a plural ("shares", "companies", "children").
#pragma once

#include <string>
#include <string_view>

#include "lethe/knowledge/taxonomy.h"

namespace lethe {

// Of a word in lower case; taxonomy.find knows the result. Empty for a word that it does not know
// in either form.
std::string noun_form(const Taxonomy& taxonomy, std::string_view word);

}  // namespace lethe
