// The ordinary words of English, as far as a taxonomy shows them: the words of its names and of its
// glosses, with all their endings. Says whether a word may be a misspelling. Thread-safe once made.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "lethe/knowledge/taxonomy.h"
#include "lethe/language/stem.h"

namespace lethe::documents {

class OrdinaryWords {
  public:
    OrdinaryWords() = default;  // none
    explicit OrdinaryWords(const Taxonomy& taxonomy);

    // Of the stem of a word in lower case.
    bool has_stem(std::string_view stem) const { return stems_.contains(stem); }
    std::size_t size() const { return stems_.size(); }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    void add(std::string_view text, language::Stemmer& stemmer);

    std::unordered_set<std::string, Hash, std::equal_to<>> stems_;
};

}  // namespace lethe::documents
