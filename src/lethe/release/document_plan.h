// What a release of documents would do, for who wants to know before.
#pragma once

#include "lethe/core/json.h"
#include "lethe/release/document_write.h"
#include "lethe/text/document.h"
#include "lethe/text/read_documents.h"
#include "lethe/text/text_policy.h"

namespace lethe::release {

// {"kind": "release-plan", "data": "documents", "documents", "bytes", "categories": [{"category",
// "treatment"}], "files": [{"file", "private", "replaces"}]}.
Json document_plan(const text::Documents& documents, const text::TextPolicy& policy,
                   const text::ReadNotes& notes, const DocumentBundle& bundle);

}  // namespace lethe::release
