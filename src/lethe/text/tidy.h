// Mentions as they are replaced: see sanitise.h.
#pragma once

#include <string_view>
#include <vector>

#include "lethe/text/mention.h"
#include "lethe/text/span.h"

namespace lethe::text {

// Trims and widens mentions, and cuts out what was treated before (in order). In order, without
// overlaps.
Mentions tidy(std::string_view text, Mentions mentions, const std::vector<Span>& treated);

}  // namespace lethe::text
