// Advice on a terminal: what is recommended and why, the alternatives, the level to beat.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string advice_text(const Json& advice);

}  // namespace lethe::report
