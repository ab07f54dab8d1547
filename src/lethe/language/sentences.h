// Cuts a paragraph into sentences, by signs alone: a sentence ends at a full stop, an exclamation
// or question mark (and what closes behind it) where white space follows and then something that is
// no lower-case letter. A full stop behind an initial, behind a usual abbreviation (Mr., No., e.g.)
// or between digits ends nothing.
#pragma once

#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::language {

// In order, without the space between them; every other byte of the paragraph is in one of them.
std::vector<Span> sentences_of(std::string_view paragraph);

}  // namespace lethe::language
