// What of the documents of a release goes as a whole: risky blocks, and what a summary leaves out.
#pragma once

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/release/documents/document_release.h"

namespace lethe::release {

// Over what was sanitised. Members of the record: how many blocks were deleted, and of summaries
// how much was kept; counts alone.
Json shorten(const Context& context, const DocumentRelease& what,
             const documents::Documents& documents, const documents::SanitiseOptions& tools,
             documents::Sanitised& result);

}  // namespace lethe::release
