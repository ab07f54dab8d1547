// Mentions as they are replaced: see sanitise.h.
#pragma once

#include <string_view>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/language/span.h"

namespace lethe::documents {

// Trims and widens mentions, and cuts out what was treated before (in order). In order, without
// overlaps.
Mentions tidy(std::string_view text, Mentions mentions, const std::vector<language::Span>& treated);

}  // namespace lethe::documents
