// Words that are a removed name, misspelt.
//
// "Berlusconni" stands for Berlusconi to every reader. A word is near a word of a name where both
// have at least five letters and one edit lies between them (near_words.h), or two where both have
// nine letters and more; below seven letters the first letter must agree. Only words that may be a
// name at all count: not common ones, not those that a dictionary writes in lower case (Harding and
// Hardening), and no number. Thread-safe once made.
//
// Words are found by symmetric deletion, so the time grows with the words of the text and not with
// the names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lethe/documents/find/mention.h"
#include "lethe/documents/find/near_words.h"
#include "lethe/documents/find/repeats.h"

namespace lethe::documents {

// Whether two words, in plain letters, are near spellings of each other; equal ones are.
bool near_spelling(std::string_view a, std::string_view b);
constexpr std::size_t kTwoEditsFrom = 9;
constexpr std::size_t kAnyFirstLetterFrom = 7;
constexpr std::size_t kLongestMisspelt = 64;  // longer words are only equal

// Is this word, in plain letters, written in lower case in the glosses of a taxonomy? These are
// read when the first word is asked for. Without glosses none is.
CommonWords words_of_glosses(TaxonomyPtr taxonomy);

class NearNames {
  public:
    NearNames(CommonWords common, CommonWords ordinary);

    // The words of a mention that name somebody: of a person those that begin with a capital and
    // are neither titles nor common, of an organisation the one word that it is. Nothing else.
    void add(std::string_view mention, CategoryId category);
    bool empty() const { return words_.empty(); }

    // The category of a name that this word of a text is near but not equal to; -1: none. A word
    // without a capital counts where `any_case` says so.
    CategoryId category_of(std::string_view word, bool any_case = false) const;

  private:
    CommonWords common_, ordinary_;
    std::unordered_set<std::string> words_;
    NearWords near_{kTwoEditsFrom};
    std::vector<std::pair<std::string, CategoryId>> names_;
};

// Adds mentions (of source repeat) of the words that are near a name that is removed, where no
// mention stands and the word stands in lower case in none of the documents. Returns how many.
std::int64_t add_near_names(const Context& context, const Documents& documents,
                            std::vector<Mentions>& mentions, const RepeatOptions& options);

}  // namespace lethe::documents
