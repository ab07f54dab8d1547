// What the sequence model sees of a document: for every token a set of features, each a number of
// 32 bits (a hash of its template and its words). Nothing else of a document reaches the model.
//
// Most features belong to a word alone, wherever it stands (its letters, its shape, its endings,
// the lists that hold it). They are made once for every different word of a document, so that a
// model can add up their weights once as well. The others belong to a place: neighbours together,
// the run of capitalised words around it, the section and paragraph, what the same word does
// elsewhere in the document. What other finders say is left out on purpose: it was tried and
// changed nothing, and so a model does not depend on the patterns of its day.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/language/token.h"

namespace lethe::documents {

// Words, kept as sorted fingerprints: whether a word is in can be asked, which words are in cannot
// be read off.
struct WordList {
    std::string name;
    std::vector<std::uint32_t> prints;

    bool holds(std::uint32_t print) const;
};
// Of the word in lower case without accents.
std::uint32_t word_print(std::string_view word);
void finish(WordList& list);  // sorts and removes doubles
// Adds a list, or its words to the one of the same name.
void add_list(std::vector<WordList>& lists, WordList list);

constexpr int kReach = 2;  // a word counts for tokens up to so many places away

struct DocumentFeatures {
    // Of every different word: the features that it gives to a token `offset` places away. List
    // type * (2 * kReach + 1) + offset + kReach.
    std::vector<std::uint32_t> type_begin = {0};
    std::vector<std::uint32_t> type_features;
    std::vector<std::uint32_t> type_of;  // of each token
    // Of every place.
    std::vector<std::uint32_t> place_begin = {0};
    std::vector<std::uint32_t> place_features;
    std::vector<std::uint32_t> sequence_begin;  // tokens at which a paragraph begins, then the end

    std::int64_t tokens() const { return static_cast<std::int64_t>(type_of.size()); }
};

DocumentFeatures make_features(std::string_view text, const std::vector<language::Token>& tokens,
                               const std::vector<WordList>& lists);

// Calls visit(feature) for all features of a token.
template <class Visit>
void for_each_feature(const DocumentFeatures& features, std::size_t token, Visit&& visit) {
    const auto& begins = features.sequence_begin;
    // The paragraph of the token: its neighbours do not reach beyond.
    std::size_t low = 0;
    std::size_t high = begins.size() - 1;
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        (begins[middle] <= token ? low : high) = middle;
    }
    for (int offset = -kReach; offset <= kReach; ++offset) {
        const std::int64_t other = static_cast<std::int64_t>(token) + offset;
        if (other < begins[low] || other >= begins[low + 1]) continue;
        const std::size_t list =
            features.type_of[static_cast<std::size_t>(other)] * (2 * kReach + 1) +
            static_cast<std::size_t>(offset + kReach);
        for (std::uint32_t i = features.type_begin[list]; i < features.type_begin[list + 1]; ++i) {
            visit(features.type_features[i]);
        }
    }
    for (std::uint32_t i = features.place_begin[token]; i < features.place_begin[token + 1]; ++i) {
        visit(features.place_features[i]);
    }
}

}  // namespace lethe::documents
