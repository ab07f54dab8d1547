// What a text is indexed by: its words in lower case, without stop words, stemmed. The same for
// documents and queries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/language/stem.h"

namespace lethe::language {

struct IndexOptions {
    bool stems = true;
    bool stop_words = true;
};

// A longer run of letters is no word but encoded data, and is not indexed.
constexpr std::size_t kLongestWord = 200;  // bytes

// Not shared between threads.
class TermMaker {
  public:
    explicit TermMaker(IndexOptions options) : options_(options) {}

    // Empty for a word that is not indexed. It stands until the next call.
    std::string_view term(std::string_view word);

  private:
    IndexOptions options_;
    Stemmer stemmer_;
    std::string lower_;
};

// Of a text, each once, in the order of their bytes.
std::vector<std::string> distinct_terms(std::string_view text, IndexOptions options);

}  // namespace lethe::language
