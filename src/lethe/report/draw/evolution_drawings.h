// What an evolution did, drawn: the populations by risk and loss, and how the scores went.
#pragma once

#include <string>
#include <string_view>

#include "lethe/core/json.h"

namespace lethe::report {

// For a page; `width` 760 suits a desk, 380 a phone. Empty when there is nothing to draw: nobody
// with both a risk and a loss, or fewer than two generations.
std::string population_drawing(const Json& evolution, std::string_view id, double width = 760);
std::string convergence_drawing(const Json& evolution, std::string_view id, double width = 760);

// The same as documents of their own, with their looks inside.
std::string population_svg(const Json& evolution);
std::string convergence_svg(const Json& evolution);

}  // namespace lethe::report
