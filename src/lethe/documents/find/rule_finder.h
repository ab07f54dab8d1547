// Names that a telling word gives away: a title before capitalised words (Prof. Smith), a head or
// an end of organisations (Imagine Inc., Ministry of Finance) and of places (Washington Square
// Park). A title is part of the person, an article before a name is not part of it.
#pragma once

#include <string_view>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/language/token.h"

namespace lethe::documents {

// In order, without overlaps; `tokens` is tokenise(text).
Mentions find_by_rules(std::string_view text, const std::vector<language::Token>& tokens);

}  // namespace lethe::documents
