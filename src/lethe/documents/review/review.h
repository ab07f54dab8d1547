// The review: what was found in a collection, and what a person decided about each of it. It names
// documents and places and repeats the words of risk terms, so it is private: its file is readable
// by its owner alone, and is never part of a release.
//
// The file is JSON:
//
//   {"kind": "text-review", "version": 1, "policy": "...", "policy_folder": "...",
//    "documents": [{"id", "file", "size", "digest"}],
//    "entities":  [{"document", "begin", "end", "category", "entity", "source", "pattern", "score",
//                   "decision"}],
//    "blocks":    [{"document", "begin", "end", "score", "words", "relevance",
//                   "probability", "hits": [[begin, end, "term", "exact"]], "decision"}]}
//
// Places are byte offsets in the text of the document as it was read; a decision is "accept" (take
// it out), "reject" (let it stand) or "undecided". Decisions made on the page come as a file of
// their own:
//
//   {"kind": "text-decisions", "version": 1, "review": its fingerprint,
//    "entities": "aaru...", "blocks": "..."}     one letter a decision, in the order of the review
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/documents/find/category.h"
#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/risky_blocks.h"

namespace lethe::documents {

enum class Decision : std::uint8_t { undecided, accept, reject };

std::string_view name(Decision decision);

struct ReviewDocument {
    std::string id;
    std::string file;
    std::int64_t size = 0;  // of the text, in bytes
    std::string digest;     // SHA-256 of the text
};

struct ReviewEntity {
    std::int64_t document = 0;
    language::Span span;
    std::string category;      // its name
    std::int32_t entity = -1;  // number of the entity within its category, from 0; -1: none
    MentionSource source = MentionSource::pattern;
    std::string pattern;
    double score = 0;
    Decision decision = Decision::accept;
};

struct ReviewHit {
    language::Span span;
    std::string term;
    HitKind kind = HitKind::exact;
};

struct ReviewBlock {
    std::int64_t document = 0;
    language::Span span;
    double score = 0;  // its density
    std::int64_t words = 0;
    double relevance = 0;
    std::vector<ReviewHit> hits;
    Decision decision = Decision::undecided;
    double probability = 0;  // by a model that was learnt; in the file where it is above 0
    // Not of the file: whether its words may be what it goes for, and must not stand in names.
    bool risky = true;
};

struct Review {
    std::string policy;              // the text of the policy that was in force; may be empty
    std::string policy_folder = {};  // which the files that it names are relative to
    std::vector<ReviewDocument> documents;
    std::vector<ReviewEntity> entities;  // by document and place
    std::vector<ReviewBlock> blocks;     // ranked
};

// Entities are accepted until someone rejects them; blocks are undecided.
Review make_review(const Documents& documents, const std::vector<Mentions>& mentions,
                   const Categories& categories, const RiskyBlocks& blocks, const RiskTerms& terms,
                   std::string policy);

std::string review_json(const Review& review);
// Error(input) with every problem and where it is ("entities[3].begin"), at most fifty.
Review parse_review(std::string_view json, const std::string& file);

// Of everything but the decisions.
std::string fingerprint(const Review& review);

// Takes over the decisions of the page. Error(input) for those of another review.
void take_decisions(Review& review, std::string_view json, const std::string& file);

// Error(input) unless the collection is the one that was reviewed, byte by byte, and no more.
// Documents may come in another order: the result is the number in `documents` of each document of
// the review.
std::vector<std::int64_t> match_documents(const Review& review, const Documents& documents);

// What is still to be decided.
struct Undecided {
    std::int64_t entities = 0;
    std::int64_t blocks = 0;
};
Undecided undecided(const Review& review);

}  // namespace lethe::documents
