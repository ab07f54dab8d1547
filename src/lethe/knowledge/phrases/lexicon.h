// English words by WordNet: what parts of speech a word can be, how usual it is as each of them,
// its base forms, and the nouns that verbs and adjectives lead to. Words of grammar (the, of, I)
// are lists of their own, in tagger.cc.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lethe/knowledge/readers/source_text.h"
#include "lethe/knowledge/readers/word_forms.h"

namespace lethe::phrases {

// A noun that is derived from a verb or an adjective, or that an adjective is a value of or
// pertains to.
struct DerivedNoun {
    std::string word;        // "relaxation"
    std::string id;          // of its synset, as the taxonomy of WordNet's nouns has it
    int sense = 0;           // of the verb or adjective
    bool of_speech = false;  // what is said or written: "a good read"
};

class Lexicon {
  public:
    // The texts of a folder of WordNet.
    struct Texts {
        std::array<std::string, 4> index;       // by PartOfSpeech
        std::array<std::string, 4> exceptions;  // noun.exc and so on; may be empty
        std::string counts;                     // cntlist.rev; may be empty
        readers::SourceText nouns;              // data.noun
        readers::SourceText verbs;              // data.verb
        readers::SourceText adjectives;         // data.adj
    };
    explicit Lexicon(Texts texts);

    // The base form of a word in lower case; empty where it is none of this part of speech.
    std::string base(std::string_view word, PartOfSpeech part) const;
    // How often WordNet's texts have the base form so; 0 where they do not.
    std::int64_t usage(std::string_view base, PartOfSpeech part) const;

    // What a verb leads to: acts, events, states and the like, in the order of the verb's senses,
    // of one sense what is said or written last, and those that are spelt like it first; never who
    // or what does it.
    const std::vector<DerivedNoun>& nouns_of_verb(std::string_view base) const;
    const std::vector<DerivedNoun>& nouns_of_adjective(std::string_view base) const;

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    template <class T>
    using ByWord = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

    void read_counts(std::string_view text);
    void read_derivations(const Texts& texts, PartOfSpeech part,
                          ByWord<std::vector<DerivedNoun>>& into);

    std::vector<WordForms> forms_;  // by PartOfSpeech
    ByWord<std::array<std::int32_t, 4>> counts_;
    ByWord<std::vector<DerivedNoun>> of_verbs_;
    ByWord<std::vector<DerivedNoun>> of_adjectives_;
};

// Of WordNet as read_knowledge finds it: "wordnet", or its folder. Error(io) where the files are
// not there.
std::shared_ptr<const Lexicon> read_lexicon(const std::string& source = "wordnet");

}  // namespace lethe::phrases
