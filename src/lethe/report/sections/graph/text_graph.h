// What an assessment of protected graphs shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string graph_assessment_text(const Json& assessment);

}  // namespace lethe::report
