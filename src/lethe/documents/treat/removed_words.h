// What must not stand in the name of a file or an id: the words that were removed.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace lethe::documents {

// Plain letters and digits: words of at least three, and whole mentions with nothing between their
// words ("johndoe", "123456789").
using RemovedWords = std::unordered_set<std::string>;

void add_removed_text(RemovedWords& removed, std::string_view text);

// Whether one of them stands in a name: as a word (also one that a change of case or a digit ends,
// or behind an initial, as in jdoe), or, from five letters on, anywhere.
bool holds_removed_word(std::string_view name, const RemovedWords& removed);

}  // namespace lethe::documents
