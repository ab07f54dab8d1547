// Documents as an operation is given them.
#pragma once

#include <string>

#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/read/document.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

// A file or a folder; says what could not be read.
documents::Documents read_collection(Door& door, const std::string& path);

}  // namespace lethe::operation
