// Where risk terms crowd: the positions of the hits of a document are clustered along the text, a
// cluster is widened to whole paragraphs, and these blocks are ranked by their density of hits. See
// risky_blocks.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/risk_model.h"
#include "lethe/documents/review/term_matcher.h"
#include "lethe/language/span.h"

namespace lethe::documents {

// Paragraphs end at empty lines; where a document has none, and after lines longer than 200 bytes,
// at every line. Without the space around them, in order.
std::vector<language::Span> paragraphs_of(std::string_view text);

struct RiskyParagraph {
    language::Span span;
    std::int64_t words = 0;
    std::int64_t hits = 0;

    double density() const {
        return words == 0 ? 0.0 : static_cast<double>(hits) / static_cast<double>(words);
    }
};

struct RiskyBlock {
    std::int64_t document = 0;
    language::Span span;  // from the first of its paragraphs to the last
    std::int64_t words = 0;
    std::int64_t distinct_terms = 0;
    TermHits hits;
    std::vector<RiskyParagraph> paragraphs;
    double relevance = 0;  // to the queries that were given, 0 to 1; 0 where there were none

    // That people would mark a paragraph of it, by a model that was learnt; 0 without one.
    double probability = 0;

    double density = 0;  // hits by words; few words count as BlockOptions::least_words
};

using RiskyBlocks = std::vector<RiskyBlock>;

struct BlockOptions {
    // Whether each paragraph of a cluster is a block of its own; those without a hit are left out.
    bool by_paragraph = true;
    std::int64_t least_hits = 2;  // of a block
    // A block counts as at least so many words: a heading is not the densest text of all.
    std::int64_t least_words = 12;
    double gap_factor = 3;  // a cluster ends at a gap of so many median gaps
};

// Of one document, in its order. `words` is words_of(text), `hits` are those of a TermReader.
RiskyBlocks risky_blocks(std::int64_t document, std::string_view text,
                         const std::vector<language::Token>& words, const TermHits& hits,
                         const BlockOptions& options);

// Of a collection, ranked.
RiskyBlocks find_risky_blocks(const Context& context, const Documents& documents,
                              const TermMatcher& matcher, const BlockOptions& options);

// By a model: sets the probabilities of the blocks, makes a block of each paragraph that reaches
// `least` and is part of none, and ranks the most probable first.
void add_learnt_blocks(const Context& context, const Documents& documents, const RiskModel& model,
                       double least, RiskyBlocks& blocks);

// Densest first; of equals the one of more distinct terms, then the earlier.
void rank_by_density(RiskyBlocks& blocks);

// A second ranking: how relevant each block is to the nearest of some queries, by the vector model,
// blocks indexed as documents. Sets RiskyBlock::relevance.
void set_relevance(const Context& context, const Documents& documents, RiskyBlocks& blocks,
                   const std::vector<std::string>& queries);

// Most relevant first; of equals in the order of rank_by_density.
void rank_by_relevance(RiskyBlocks& blocks);

// Without a reviewer: of each document the spans of the blocks whose density is at least
// `threshold`, in order.
std::vector<std::vector<language::Span>> blocks_above(const RiskyBlocks& blocks, double threshold,
                                                      std::int64_t documents);

// The offset of a hit in its text, from 0 (its start) to 1.
double relative_position(const TermHit& hit, std::string_view text);

}  // namespace lethe::documents
