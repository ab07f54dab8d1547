// Finds what was removed wherever else it stands.
//
// A finder that took "Zebulon Quark" for a person in one place may have missed it in another, and a
// name that is left once undoes the rest. So every text that is removed is looked for in all
// documents, as whole words, whatever stands between them (up to three characters), in any case and
// without accents; a text of one word must have its first letter in the same case, unless it is no
// common word. Of a person's name the single words are looked for as well, if they have at least
// four letters, are capitalised and no common words.
//
// Left out: numbers below four digits, and single common words in lower case. What is made of
// common words and short numbers alone ("Court", "two years") is only taken where the finders had
// found at least half of its occurrences: otherwise one mistake of a finder would be repeated
// everywhere.
//
// Where the sequence model has judged words by their place (an authority that identifies in one
// sentence and not in the next), they are looked for in the same document alone, and taken if at
// least half of them were found there; with `eager`, if one was. People, codes and everything else
// with a form of its own are looked for everywhere.
//
// Names and numbers are looked for as well where they are broken by a line or run together
// (folded_search.h), and words of names where they are misspelt (near_names.h).
//
// One pass over the words of each document, along hashes of the first words of each text, one word
// more at a time: the time does not grow with the number of texts that begin alike.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/documents/find/folded_search.h"
#include "lethe/documents/find/mention.h"
#include "lethe/documents/read/document.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe::documents {

// Is this word, in plain lower-case letters, a common word? Without WordNet a short list alone
// says.
using CommonWords = std::function<bool(std::string_view word)>;
CommonWords common_words(const TaxonomyPtr& wordnet);

// Texts to look for. Thread-safe once made.
class PhraseSearch {
  public:
    explicit PhraseSearch(CommonWords common);
    ~PhraseSearch();
    PhraseSearch(PhraseSearch&&) noexcept;

    // A text of a category; one that was added before counts for the category it was added with
    // first. Returns whether it is looked for at all.
    bool add(std::string_view text, CategoryId category);
    void add_person_words(std::string_view name);  // the single words of a person's name

    struct Found {
        language::Span span;
        std::int32_t phrase = 0;
    };
    // The longest at each place, in order, without overlaps.
    std::vector<Found> find(std::string_view text) const;

    std::int64_t size() const;
    CategoryId category(std::int32_t phrase) const;
    bool common(std::int32_t phrase) const;  // made of common words and short numbers alone

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// Whether the mention's words are judged by their place.
bool is_judged(const Mention& mention);

// Looks for the mention's words also where they are broken or run together, unless they are common
// words, a date or an amount, or judged by their place.
void add_folded(FoldedSearch& search, const CommonWords& common, const Mention& mention,
                std::string_view text);

struct RepeatOptions {
    CommonWords common;
    CommonWords ordinary;       // no misspelt name (words_of_glosses); may be missing
    std::vector<bool> removed;  // by category: its mentions are removed
    bool eager = false;         // what is made of common words is taken wherever it stands
};

// Adds mentions (of source repeat) to those that were found. These stay as they are, but for what
// the policy keeps and the sequence model alone knows: that does not save a text that is removed
// elsewhere. (Countries and places are well known: lists hold them.) In order, without overlaps.
// Returns how many were added.
std::int64_t add_repeats(const Context& context, const Documents& documents,
                         std::vector<Mentions>& mentions, const RepeatOptions& options);

}  // namespace lethe::documents
