// What is said of a release of documents: the record, which may be published with it, and the
// private log, which must not be.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/json.h"
#include "lethe/text/document.h"
#include "lethe/text/sanitise.h"
#include "lethe/text/text_policy.h"
#include "lethe/text/write_documents.h"

namespace lethe::text {

// Beside the release, whose path may end in a slash.
std::string text_record_path(const std::string& release);
std::string text_private_log_path(const std::string& release);

// Per category that was mentioned: how it was treated, how often.
Json category_counts(const Sanitised& result, const TextPolicy& policy);

// Version, policy (without patterns, phrases, files, keys and salts), counts, digests of the
// released files, and the proof. Holds no removed word, no digest of an original, no offset.
Json text_record(const Sanitised& result, const TextPolicy& policy,
                 const std::vector<ReleaseFile>& files, const std::string& release, bool folder);

struct SourceDigest {
    std::string file;
    std::string sha256;
};

// What is needed to audit the release, and to undo it: which document became which, the entities
// with their names, the inputs' digests, what survived and where, what was left out.
Json text_private_log(const Documents& documents, const Sanitised& result, const TextPolicy& policy,
                      const ReleaseNames& names, const std::string& source,
                      const std::vector<SourceDigest>& digests, const Problems& skipped);

}  // namespace lethe::text
