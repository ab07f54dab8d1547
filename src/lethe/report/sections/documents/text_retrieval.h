// What the search engine over documents and its measures show on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

std::string document_assessment_text(const Json& assessment);

}  // namespace lethe::report
