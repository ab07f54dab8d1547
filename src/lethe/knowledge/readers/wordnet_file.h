// The two kinds of files of WordNet's database, line by line. A line of data.noun is a synset:
//
//   02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 023 @ 02083346 n 0000 ... | gloss
//
// its place in the file, a file number, the part of speech, the number of words (hexadecimal) and
// the words, each with a number, then the number of pointers and the pointers (symbol, target, part
// of speech, words), then, of verbs, the frames, then the gloss. A line of index.noun is a word
// with its synsets, the most usual first:
//
//   dog n 7 5 @ ~ #m #p %p 7 1 02084071 10114209 10023039 09886220 07676602 03901548 02710044
//
// The lines before the first synset are a licence, and begin with two spaces. Only for the readers
// of this folder and the lexicon.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lethe/knowledge/readers/source_text.h"
#include "lethe/knowledge/readers/word_forms.h"

namespace lethe::readers {

// "noun": the ending of the files' names, data.noun.
std::string_view wordnet_ending(PartOfSpeech part);
// "n": what stands behind the number of a synset; satellites of adjectives are adjectives here.
char wordnet_letter(PartOfSpeech part);

struct WordnetPointer {
    std::string_view symbol;  // "@": is a
    std::int64_t target = 0;  // offset
    char part = 'n';          // of the target: n, v, a or r
    int from_word = 0;        // from 1; 0: of the whole synset
    int to_word = 0;
};

// The views are into the line.
struct WordnetSynset {
    std::string_view number;  // "02084071"
    std::int64_t offset = 0;
    int file = 0;                         // WordNet's own grouping: 4 are acts, 18 persons
    bool satellite = false;               // of adjectives
    std::vector<std::string_view> words;  // as in the file; a mark of place "(p)" cut off
    std::vector<WordnetPointer> pointers;
    std::string_view gloss;

    // Nothing for a line that is none of this part of speech.
    static bool parse(std::string_view line, PartOfSpeech part, WordnetSynset& into);
};

// Calls `take` with each synset of a data file and its line. Error(input) with all lines that are
// none.
void each_synset(const SourceText& data, PartOfSpeech part,
                 const std::function<void(const WordnetSynset&, std::int64_t line)>& take);

// "WordNet 3.0" in the licence -> "3.0"
std::string wordnet_version(const SourceText& data);
std::string with_spaces(std::string_view word);

// The synsets of each word, the most usual first: slices of one array.
class SenseOrder {
  public:
    SenseOrder(const SourceText& index, PartOfSpeech part);

    // From 1; beyond all others where the index does not know the word in this sense.
    std::int32_t sense(std::string_view word, std::int64_t offset) const;

  private:
    bool add(std::string_view line, PartOfSpeech part);

    std::vector<std::int64_t> offsets_;
    std::unordered_map<std::string, std::pair<std::int64_t, std::int64_t>> words_;
};

}  // namespace lethe::readers
