// The risk/utility map: every protection that was tried, by what it lost and by what can still be
// found. Nearer to the bottom left is better.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::report {

// For a page; `width` 760 suits a desk, 380 a phone. Empty when no point has both a risk and a
// loss.
std::string risk_map_svg(const Json& exploration, std::string_view id, double width = 760);

// The same as a document of its own, with its looks inside.
std::string risk_utility_svg(const Json& exploration);

}  // namespace lethe::report
