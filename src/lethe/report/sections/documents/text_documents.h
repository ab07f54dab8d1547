// What sanitising documents shows on a terminal.
#pragma once

#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// What the search for what was removed found: a sentence with a line end.
std::string document_proof(const Json& proof);

// How much a summary kept of the documents, and at what risk.
std::string summary_said(const Json& summary);

std::string document_release_text(const Json& release);

}  // namespace lethe::report
