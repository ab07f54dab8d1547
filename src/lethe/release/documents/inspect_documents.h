// The first look at documents: what was read, what is found in it that identifies people, and what
// a policy would do with it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

// Counts; no word of the documents and no name of theirs. Mentions are those that the finders find:
// sanitising adds what repeats them.
struct InspectedDocuments {
    struct Category {
        std::string name;
        std::string treatment;
        std::int64_t mentions = 0;
        std::int64_t documents = 0;  // that have some
    };
    std::string file;
    std::int64_t documents = 0;
    std::int64_t files = 0;
    std::int64_t bytes = 0;
    std::int64_t words = 0;
    std::int64_t longest = 0;                                     // words of a document or field
    std::vector<std::pair<std::string, std::int64_t>> formats;    // documents of each
    std::vector<std::pair<std::string, std::int64_t>> encodings;  // files of each
    std::int64_t empty = 0;
    std::int64_t left_out = 0;
    std::int64_t other_files = 0;
    std::vector<Category> categories;  // those that are found
    std::int64_t with_mentions = 0;    // documents
    std::int64_t telling_names = 0;    // documents whose name holds what the policy removes
    std::vector<std::string> notes;
    std::string policy;             // to begin with
    std::vector<std::string> next;  // what to run then
};
// {"category", "treatment", "mentions", "documents"}
Json to_json(const InspectedDocuments::Category& category);
// {"kind": "document-inspection", "about": "original", "data": {"file", "documents", "files",
// "bytes", "words", "longest"}, "formats": [{"format", "documents"}], "encodings": [{"encoding",
// "files"}], "empty", "left_out", "other_files", "categories", "with_mentions", "telling_names",
// "notes", "policy", "next"}
Json to_json(const InspectedDocuments& inspected);

InspectedDocuments inspect_documents(const Context& context, const DocumentInspection& what);

}  // namespace lethe::release
