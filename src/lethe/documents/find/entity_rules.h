// When two mentions can be the same entity. These are the rules; entities.cc applies them quickly,
// and a slow reference in tests/reference applies them to everything.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"
#include "lethe/documents/find/person_name.h"

namespace lethe::documents {

// How well a mention fits an entity; the best fit wins, of equals the entity that was mentioned
// last.
enum class Fit {
    none,
    given,      // a given name alone, for someone named in full in the same document
    misspelt,   // a near spelling (near_names.h); of a short family name in the same document
    shortened,  // an acronym: NY University, New York University
    family,     // the same family name, and nothing that contradicts
    same,       // the same name
};

struct KnownPerson {
    PersonName name;                // all that is known
    std::vector<PersonName> forms;  // with given names, as they were mentioned
    std::int64_t document = 0;      // of the last mention
    std::int64_t last = 0;          // number of the last mention
};

Fit fit(const KnownPerson& known, const PersonName& mention, std::int64_t document);
// What a mention that fits adds to what is known.
void learn(KnownPerson& known, const PersonName& mention, Fit fit);

// Everything that is not a person.
struct NameForm {
    std::vector<std::string> words;  // plain letters, without article and legal form
    std::vector<bool> capitals;      // the word is an acronym: two to five capital letters
    std::string key;                 // the words, with spaces between them
    std::string initials;            // first letters, of acronyms all letters
    bool near = false;               // may be misspelt, may be shortened

    friend bool operator==(const NameForm&, const NameForm&) = default;
};

NameForm name_form(std::string_view text, CategoryId category);
Fit fit(const NameForm& known, const NameForm& mention);

constexpr std::size_t kLongFamily = 7;
constexpr std::size_t kLongName = 8;

}  // namespace lethe::documents
