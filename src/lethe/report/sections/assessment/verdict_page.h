// The verdict of an assessment: thresholds met or not, and the three questions; and what the
// intruder is taken not to know, with the reasons that were given.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/report/base/markup.h"

namespace lethe::report {

void verdict_html(Markup& out, const Json& assessment);
std::string verdict_text(const Json& assessment);  // empty where there is none

}  // namespace lethe::report
