// One pass over a text that finds where patterns may begin (see Start in pattern_row.h). Most of a
// text has no digit, @ or currency, and is left after a look at each byte and one at each word.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lethe/documents/find/patterns/pattern_row.h"

namespace lethe::documents {

// Words at which patterns begin, by a hash; a filter by first letter and length answers for most.
class KeyWords {
  public:
    void add(std::string_view word);  // in lower case
    bool holds(std::string_view word) const;

  private:
    std::array<std::uint32_t, 256> lengths_{};  // by first byte in lower case
    std::vector<std::uint64_t> hashes_;         // open addressing; 0 is free
    std::size_t used_ = 0;
};

// Of a word in lower case (ASCII).
std::uint64_t word_hash(std::string_view word);

// One place where a pattern of group `start` may begin.
struct StartPlace {
    std::int64_t begin = 0;
    Start start = kAtDigit;
};

// Takes up a text again where it left it, so that a caller holds few places at a time.
class StartScan {
  public:
    StartScan(std::string_view text, const KeyWords& words) : text_(text), words_(words) {}

    // Appends places until there are about `most`; false at the end of the text.
    bool next(std::size_t most, std::vector<StartPlace>& places);

  private:
    void word(std::size_t begin, std::size_t end, unsigned kinds, std::vector<StartPlace>& places);
    void sign(std::size_t at, std::size_t length, std::vector<StartPlace>& places);
    bool continues_number(std::size_t begin) const;

    std::string_view text_;
    const KeyWords& words_;
    std::size_t at_ = 0;
    std::size_t host_done_ = 0;  // names and groups that were offered end here
    std::size_t hex_done_ = 0;
};

}  // namespace lethe::documents
