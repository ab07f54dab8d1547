// How a search evolved, drawn: scores by generation, and where the first and the last population
// lie.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::reproduction {

// The best, the mean and the worst by generation.
Json evolution_chart(const std::string& title, const Json& result);

// The first and the last population: each member a point of loss and risk.
Json dispersion_chart(const std::string& title, const Json& result);

}  // namespace lethe::reproduction
