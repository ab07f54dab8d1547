// The first look at documents: what was read, what is found in it that identifies people, and what
// a policy would do with it.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/documents/document_tools.h"

namespace lethe::release {

struct DocumentInspection {
    std::string source;
    documents::ReadOptions read;
    documents::TextPolicy policy = documents::profile_policy("default");
    FinderOptions finders;
    std::string cache;        // of taxonomies; empty: none
    std::string policy_file;  // where the policy will be, for the next command; empty: nowhere
};

// {"kind": "document-inspection", "about": "original", "data": {"file", "documents", "files",
// "bytes", "words", "longest"}, "formats": [{"format", "documents"}], "encodings": [{"encoding",
// "files"}], "empty", "left_out", "categories": [{"category", "treatment", "mentions",
// "documents"}], "with_mentions", "telling_names", "notes", "policy", "next"}. Counts; no word of
// the documents and no name of theirs. Mentions are those that the finders find: sanitising adds
// what repeats them.
Json inspect_documents(const Context& context, const DocumentInspection& what);

}  // namespace lethe::release
