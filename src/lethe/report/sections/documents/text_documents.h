// What sanitising documents shows on a terminal.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/json.h"

namespace lethe::report {

// Nothing for a result of another kind.
// What the search for what was removed found: a sentence with a line end.
std::string document_proof(const Json& proof);

std::optional<std::string> documents_text(const Json& result);

}  // namespace lethe::report
