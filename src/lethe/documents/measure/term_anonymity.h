// k-anonymity of the identifying terms that remain in a collection: whether a reader who knows that
// a document holds a term, or up to m terms together, is left with at least k documents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/statistics/item_combinations.h"
#include "lethe/core/context.h"
#include "lethe/core/json.h"

namespace lethe::documents {

struct TermAnonymity {
    std::int64_t documents = 0;
    std::int64_t terms = 0;        // different ones
    std::int64_t occurrences = 0;  // a term counts once in a document
    std::int64_t k = 0;            // asked for
    std::int64_t smallest = 0;     // documents that share the rarest combination; 0: none
    std::int64_t violating = 0;    // combinations that fewer than k share
    std::int64_t exposed = 0;      // documents that have one
    std::vector<CombinationSupport> by_size;  // of 1 .. m terms
    struct RareTerm {
        std::string term;
        std::int64_t documents = 0;
    };
    std::vector<RareTerm> rarest;  // terms that fewer than k documents have, the rarest first
};

// `terms`: the identifying terms of each document, as texts that are compared as they stand. m from
// 1 to 3. Error(unmet) where there are too many combinations.
TermAnonymity term_anonymity(const Context& context,
                             const std::vector<std::vector<std::string>>& terms, std::int64_t k,
                             std::int64_t m);

Json to_json(const TermAnonymity& anonymity);

}  // namespace lethe::documents
