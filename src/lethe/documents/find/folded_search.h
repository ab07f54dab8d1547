// Finds texts that were taken apart or run together: a name broken over two lines (Quarken-dale),
// with a soft hyphen in it, joined (ZebulonQuarkendale, quarkendale99), a number with other
// separators.
//
// Texts and phrases are folded to plain letters and digits. A phrase of several words may be joined
// or separated by up to three characters; a single word may only be broken where a line, a soft
// hyphen or an invisible space breaks it, or have digits behind it. What is found begins and ends
// with a word, or, for several words run together, does one of both. Thread-safe once made.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::documents {

class FoldedSearch {
  public:
    FoldedSearch();
    ~FoldedSearch();
    FoldedSearch(FoldedSearch&&) noexcept;

    static constexpr std::size_t kShortest = 6;  // letters and digits
    static constexpr std::size_t kLongest = 64;

    // Whether it is looked for: it has so many letters.
    bool add(std::string_view phrase, std::int32_t mark);

    struct Found {
        language::Span span;  // whole words
        std::int32_t mark = 0;
    };
    // In order, without overlaps.
    std::vector<Found> find(std::string_view text) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace lethe::documents
