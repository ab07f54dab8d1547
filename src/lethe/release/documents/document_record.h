// What is said of a release of documents: in the record, which may be published with it, and in the
// private log, which must not be.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/read/write_documents.h"
#include "lethe/documents/review/apply_review.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/release_envelope.h"

namespace lethe::release {

// Per category that was mentioned: how it was treated, how often. For the owner.
Json category_counts(const documents::Sanitised& result, const documents::TextPolicy& policy);

// Members of the record: policy (without patterns, phrases, files, keys and salts), counts and the
// proof. They hold no removed word, no digest of an original, no offset, and no number of entities
// that the texts hide (TreatmentTraits::tells_entities).
Json sanitised_record(const documents::Sanitised& result, const documents::TextPolicy& policy);
Json reviewed_record(const documents::Applied& applied, const documents::TextPolicy& policy);

// Members of the private log, with which the release can be audited, and undone: which document
// became which; the entities with their names; what survived and where.
Json document_rows(const documents::Documents& documents, const documents::ReleaseNames& names);
Json entity_rows(const documents::Documents& documents,
                 const std::vector<documents::Entity>& entities,
                 const documents::TextPolicy& policy);
Json survivor_rows(const documents::Documents& documents, const std::vector<std::string>& texts,
                   const std::vector<documents::Survivor>& survivors);

// Of the files that documents were read from; none of standard input.
std::vector<FileDigest> source_digests(const std::string& source, bool folder,
                                       const documents::Documents& documents);

// Every mention with its place, a line of JSON a document.
std::string span_lines(const documents::Documents& documents, const documents::Sanitised& result,
                       const documents::TextPolicy& policy);

}  // namespace lethe::release
