// What a release of documents would do, for who wants to know before.
#pragma once

#include "lethe/core/json.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/documents/document_write.h"

namespace lethe::release {

// {"kind": "release-plan", "data": "documents", "documents", "bytes", "categories": [{"category",
// "treatment"}], "files": [{"file", "private", "replaces"}]}.
Json document_plan(const documents::Documents& documents, const documents::TextPolicy& policy,
                   const documents::ReadNotes& notes, const DocumentBundle& bundle);

}  // namespace lethe::release
