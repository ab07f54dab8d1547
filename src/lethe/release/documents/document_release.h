// Releases of documents: sanitised by a policy, or as a reviewer decided. Both go the same way from
// texts to files (release/documents/document_write.h); neither publishes a name of a file that
// tells.
#pragma once

#include <optional>
#include <string>

#include "lethe/core/context.h"
#include "lethe/documents/read/read_documents.h"
#include "lethe/documents/review/review.h"
#include "lethe/documents/treat/summarise.h"
#include "lethe/documents/treat/text_policy.h"
#include "lethe/release/documents/document_tools.h"
#include "lethe/release/outputs.h"
#include "lethe/release/released.h"

namespace lethe::release {

struct DocumentRelease {
    std::string source;  // a file, a folder, or "-" for standard input
    std::string output;  // a file for a file, a folder for a folder; "-": the text is returned
    documents::TextPolicy policy;
    documents::ReadOptions read;
    FinderOptions finders;
    SecretFiles secrets;
    RiskOptions risk;
    double threshold = 0.1;  // blocks of this density of risk terms and more are deleted
    std::string marker;      // what stands for a deleted block
    // Only the sentences that say most, within a limit of risk; none: whole documents.
    std::optional<documents::SummaryOptions> summary;
    std::string spans;  // also write every mention with its place, privately; empty: no
    std::string cache;  // the folder where taxonomies are kept; empty: nowhere
    Surroundings surroundings;
    bool dry_run = false;  // say what would be done, and do nothing
};

// Finds what identifies people, treats it, deletes risky blocks where risk terms or a risk model
// are given, leaves out what a summary does not need, and writes the release, its record and its
// private log.
Released release_documents(const Context& context, const DocumentRelease& what);

struct ReviewedRelease {
    std::string review;     // a file; its policy says how what was accepted is treated
    std::string decisions;  // that the page saved; empty: those in the review
    std::optional<documents::Decision>
        undecided;       // what becomes of what nobody decided; none: an error
    std::string source;  // the documents that were reviewed
    std::string output;
    std::string reviewer;
    std::string time;  // when, for the audit log
    std::string marker;
    SecretFiles secrets;
    std::string cache;
    bool forget = false;  // afterwards delete the review, its page and the decisions
    Surroundings surroundings;
    bool dry_run = false;
};

// The same from decisions, with an audit log.
Released release_reviewed(const Context& context, const ReviewedRelease& what);

// Where the audit log stands.
std::string audit_path(const std::string& output);

}  // namespace lethe::release
