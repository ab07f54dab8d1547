// How long something takes, as people say it.
#pragma once

#include <string>

namespace lethe {

std::string duration_text(double seconds);  // "35 s", "1:20 min", "2:05 h"

}  // namespace lethe
