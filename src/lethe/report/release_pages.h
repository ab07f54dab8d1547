// Pages of releases of documents, vectors and graphs, from their records, and of assessments of
// documents.
#pragma once

#include <string>

#include "lethe/core/json.h"
#include "lethe/report/base/markup.h"
#include "lethe/report/section.h"

namespace lethe::report {

// One sentence or two, for the top of a page.
std::string other_release_headline(const Json& release);
std::string document_release_headline(const Json& release);
std::string vector_release_headline(const Json& release);
std::string graph_release_headline(const Json& release);
std::string documents_headline(const Json& assessment);

// What was done, what was counted or searched in the result, what was lost.
void document_release_part(Markup& out, const Json& release);
void vector_release_part(Markup& out, const Json& release);
void graph_release_part(Markup& out, const Json& release);

// The sections; empty where there is nothing to say.
std::string other_releases_html(const Results& results, Ids& ids);
std::string documents_html(const Results& results, Ids& ids);

}  // namespace lethe::report
