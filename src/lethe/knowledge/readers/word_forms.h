// The words of a part of speech of WordNet, for questions about words and not about what they mean:
// what a text may be filtered by, what a word can be in a sentence. They are a list of base forms,
// with the rules by which WordNet's own program finds the base form of a word (morphy(7)): the
// exceptions of the part of speech, then its endings exchanged one at a time.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace lethe {

enum class PartOfSpeech { noun, verb, adjective, adverb };

class WordForms {
  public:
    // `index` is a file such as index.verb, `exceptions` one such as verb.exc; texts of both.
    // Error(input) with the line for one that is not a word of an index.
    WordForms(PartOfSpeech part, std::string_view index, std::string_view exceptions,
              const std::string& file = {});

    // The base form of a word in lower case, or empty where there is none.
    std::string form(std::string_view word) const;
    std::size_t size() const { return words_.size(); }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    PartOfSpeech part_;
    std::unordered_set<std::string, Hash, std::equal_to<>> words_;
    std::unordered_map<std::string, std::string, Hash, std::equal_to<>> exceptions_;
};

// Of WordNet as read_knowledge finds it: "wordnet", or its folder. Error(io) where the files are
// not there.
WordForms read_word_forms(PartOfSpeech part, const std::string& source);

}  // namespace lethe
