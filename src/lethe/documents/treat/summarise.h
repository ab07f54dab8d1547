// Summaries under a limit of risk: of each document the sentences that together say most of what it
// is about, none of which has more words that identify somebody or belong to a forbidden topic than
// a limit allows. See summarise.cc.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/read/document.h"
#include "lethe/language/span.h"

namespace lethe::documents {

struct SummaryOptions {
    std::int64_t words = 100;  // the most of a summary
    // The most words that a sentence may have of what identifies or is risky, by all its words.
    double limit = 0.1;
};

// What speaks against sentences of a document; each list in order, without overlaps.
struct RiskyPlaces {
    std::vector<language::Span> words;   // mentions that go, and risk terms
    std::vector<language::Span> barred;  // blocks that go: none of their sentences is taken
};

struct Summary {
    std::vector<language::Span> left_out;  // of the text: what a summary leaves out, in order
    std::int64_t sentences = 0;
    std::int64_t kept = 0;
    std::int64_t barred = 0;  // sentences above the limit, and those of barred blocks
    std::int64_t words = 0;
    std::int64_t words_kept = 0;
    double content = 0;  // weight of the terms that the summary has, by those of the document
    double risk = 0;     // risky words of the summary by its words
    double risk_before = 0;
};

// One for each document. Weights are those of the collection.
std::vector<Summary> summarise(const Context& context, const Documents& documents,
                               const std::vector<RiskyPlaces>& risks,
                               const SummaryOptions& options);

// The choice itself: of sentences with words and terms (numbers, each once) those that cover most
// of the terms' weights within the words. Ascending.
struct SentenceTerms {
    std::int64_t words = 0;
    std::vector<std::int32_t> terms;
};
std::vector<std::int32_t> choose_sentences(const std::vector<SentenceTerms>& sentences,
                                           const std::vector<double>& weights,
                                           std::int64_t most_words);

}  // namespace lethe::documents
