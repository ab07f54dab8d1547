// Documents as a command is given them.
#pragma once

#include <string>

#include "cli/session.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/read/document.h"

namespace lethe::cli {

// A file or a folder; says what could not be read.
documents::Documents read_collection(Session& session, const std::string& path);

}  // namespace lethe::cli
