// What the report says of assessments and releases of tables.
#pragma once

#include <string>
#include <vector>

#include "lethe/report/section.h"

namespace lethe::report {

std::string assessment_headline(const Json& assessment);
std::string release_headline(const Json& release);

std::string assessment_text(const Json& assessment);  // without the headline
std::string assessment_terminal(const Json& assessment);
std::string release_terminal(const Json& release);

// Parts of the page.
std::string release_html(const Results& results, Ids& ids);
std::string attacks_html(const Results& results, Ids& ids);
std::string measures_html(const Results& results, Ids& ids);
std::string distributions_html(const Results& results, Ids& ids);
// Columns before and after, as release/tables/distributions.h has them: drawn, with their figures.
void distribution_figures(Markup& out, const std::vector<Json>& distributions, Ids& ids);

}  // namespace lethe::report
