// The two steps of sanitising documents, as the experiment runs them.
#pragma once

#include <cstdint>

#include "lethe/core/context.h"
#include "lethe/documents/read/document.h"
#include "lethe/documents/review/risky_blocks.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::reproduction {

// Step 1: entities are found by all finders and treated by the default policy, which keeps
// countries and places.
documents::Documents without_entities(const Context& context, const documents::Documents& documents,
                                      const TaxonomyPtr& wordnet);

// Step 2: the paragraphs that hold terms of the source's list and their expansion along WordNet,
// densest first.
struct RiskyText {
    documents::RiskyBlocks blocks;
    std::int64_t paragraphs = 0;  // of all documents
    std::int64_t terms = 0;
    std::int64_t hits = 0;
};
RiskyText find_risky_text(const Context& context, const documents::Documents& documents,
                          const TaxonomyPtr& wordnet);

// The density from which on blocks are deleted so that they make up a share of all paragraphs.
double density_at(const RiskyText& risky, double share);

documents::Documents without_risky_text(const documents::Documents& documents,
                                        const RiskyText& risky, double share);

// How many of the words of `before` are gone, from 0 to 1.
double share_of_words(const documents::Documents& after, const documents::Documents& before);

}  // namespace lethe::reproduction
