// What is said of a release of documents: in the record, which may be published with it, and in the
// private log, which must not be.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/core/release_envelope.h"
#include "lethe/text/apply_review.h"
#include "lethe/text/document.h"
#include "lethe/text/sanitise.h"
#include "lethe/text/text_policy.h"
#include "lethe/text/write_documents.h"

namespace lethe::release {

// Per category that was mentioned: how it was treated, how often.
Json category_counts(const text::Sanitised& result, const text::TextPolicy& policy);

// Members of the record: policy (without patterns, phrases, files, keys and salts), counts and the
// proof. They hold no removed word, no digest of an original, no offset.
Json sanitised_record(const text::Sanitised& result, const text::TextPolicy& policy);
Json reviewed_record(const text::Applied& applied, const text::TextPolicy& policy);

// Members of the private log, with which the release can be audited, and undone: which document
// became which; the entities with their names; what survived and where.
Json document_rows(const text::Documents& documents, const text::ReleaseNames& names);
Json entity_rows(const text::Documents& documents, const std::vector<text::Entity>& entities,
                 const text::TextPolicy& policy);
Json survivor_rows(const text::Documents& documents, const std::vector<std::string>& texts,
                   const std::vector<text::Survivor>& survivors);

// Of the files that documents were read from; none of standard input.
std::vector<FileDigest> source_digests(const std::string& source, bool folder,
                                       const text::Documents& documents);

// Every mention with its place, a line of JSON a document.
std::string span_lines(const text::Documents& documents, const text::Sanitised& result,
                       const text::TextPolicy& policy);

}  // namespace lethe::release
