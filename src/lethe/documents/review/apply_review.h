// Applies a review: exactly what was decided, no more and no less. Accepted entities get the
// treatment of their category, accepted blocks are deleted, everything else stays. Where accepted
// pieces overlap, nothing of any of them is left: an entity that reaches into a block goes with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/review.h"
#include "lethe/documents/treat/removed_words.h"
#include "lethe/documents/treat/sanitise.h"
#include "lethe/documents/treat/text_policy.h"

namespace lethe::documents {

struct ApplyOptions {
    SanitiseOptions tools;
    std::string marker;  // what stands in place of a deleted block; empty: nothing
};

struct Applied {
    std::vector<std::string> texts;  // one a document
    std::int64_t entities = 0;       // mentions that were treated
    std::int64_t blocks = 0;         // that were deleted
    std::int64_t bytes_before = 0;
    std::int64_t bytes_removed = 0;  // of the old texts
    // Plain letters of removed words of at least three letters: those of entities, and of the risk
    // terms of deleted blocks. No name of a file may hold them.
    RemovedWords removed_words;
    // Removed names, near spellings of them and deleted paragraphs that still stand somewhere, by
    // the reviewer's decision or because nobody found them.
    std::vector<Survivor> standing_names;
    std::int64_t standing_paragraphs = 0;
    std::int64_t searched = 0;  // different texts that were removed and searched again
};

// Takes `decision` for everything that is undecided.
void settle(Review& review, Decision decision);

// `matched` is match_documents(review, documents). Error(input) for a category that the policy does
// not know, Error(usage) where something is undecided or the policy needs a salt, a key or a
// taxonomy that is not there.
Applied apply_review(const Context& context, const Documents& documents, const Review& review,
                     const std::vector<std::int64_t>& matched, const TextPolicy& policy,
                     const ApplyOptions& options);

// The audit log, a line of JSON each: first who applied what and when, then every decision, with
// the number of its document, its kind and its length. It holds neither what was removed nor a
// digest of it, nor names of documents.
std::string audit_log(const Review& review, const std::vector<std::int64_t>& matched,
                      const TextPolicy& policy, const std::string& reviewer,
                      const std::string& time);

}  // namespace lethe::documents
