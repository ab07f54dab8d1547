// How often each document of a collection has each term: the first half of vectorise.h, up to and
// with stems.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/sparse_rows.h"
#include "lethe/vectors/make/vectorise.h"

namespace lethe::vectors {

// What becomes of a word: a term, or why not.
enum class WordFate { term, too_short, too_long, number, stop_word, unknown };
constexpr std::size_t kWordFates = 6;

struct TermCounts {
    std::vector<std::string> terms;       // in the order of their bytes
    SparseRows rows;                      // of each document, over the terms: how often it has them
    std::vector<std::int64_t> documents;  // that have each term
    std::array<std::int64_t, kWordFates> words = {};  // different ones in lower case, by their fate
};

// Does not depend on the number of threads. Error(input) for a text of 4 GiB.
TermCounts count_terms(const Context& context, const std::vector<std::string_view>& texts,
                       const VectorOptions& options);

}  // namespace lethe::vectors
