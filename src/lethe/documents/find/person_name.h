// The parts of a person's name, as far as they tell whether two names can be the same person's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::documents {

struct PersonName {
    enum class Sex : std::uint8_t { unknown, male, female };  // as far as a title tells

    std::vector<std::string> given;  // plain letters; one letter is an initial
    std::string family;              // plain letters; empty where nothing is left
    Sex sex = Sex::unknown;

    bool bare() const { return given.empty(); }
    friend bool operator==(const PersonName&, const PersonName&) = default;
};

// "Prof. John A. Smith's" -> given "john", "a", family "smith". Titles in front, suffixes (Jr, PhD)
// and a possessive behind do not count; "Smith, John" is turned round.
PersonName person_name(std::string_view text);

// Is this word, without its full stop, a title such as Mr, Dr, Professor? In any case.
bool is_title(std::string_view word);
// One that belongs to the name that follows (Mr, Dr, Prof), rather than an office (President).
bool is_courtesy_title(std::string_view word);

// Names with the same family name that can be one person's: where both have given names, these
// agree one by one, an initial with what it begins (or up to one misspelling in seven letters and
// more); and no title contradicts.
bool compatible(const PersonName& a, const PersonName& b);

// Equal, or texts of at least `least` letters with one letter inserted, left out or changed, or two
// neighbours swapped.
bool nearly_equal(std::string_view a, std::string_view b, std::size_t least = 7);

// A name without the possessive ('s, ') at its end.
std::string_view without_possessive(std::string_view text);

}  // namespace lethe::documents
