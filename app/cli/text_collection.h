// Documents as a command is given them.
#pragma once

#include <string>

#include "cli/session.h"
#include "lethe/text/assess_documents.h"
#include "lethe/text/document.h"

namespace lethe::cli {

// A file or a folder; says what could not be read.
text::Documents read_collection(Session& session, const std::string& path);

}  // namespace lethe::cli
