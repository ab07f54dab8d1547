// Parts of the page on searches.
#pragma once

#include <string>

#include "lethe/report/section.h"

namespace lethe::report {

std::string exploration_html(const Results& results, Ids& ids);
std::string evolution_html(const Results& results, Ids& ids);
// The figures that sum up an evolution.
void evolution_keys(Markup& out, const Json& evolution);

}  // namespace lethe::report
