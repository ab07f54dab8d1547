// Words that differ in one letter: found by symmetric deletion. Two words at Damerau-Levenshtein
// distance 0 or 1 agree after at most one letter was deleted from each; so a known word is filed
// under itself and under everything that one deletion makes of it, a question is asked in the same
// way, and the few candidates are compared. Thread-safe once made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lethe::documents {

// One letter inserted, deleted or replaced, or two neighbours swapped; or none. Letters are code
// points.
bool within_one_edit(std::string_view a, std::string_view b);

class NearWords {
  public:
    NearWords();

    // Shorter words have no near words and are near to none.
    static constexpr std::size_t kLeastLetters = 5;

    void add(std::string_view word, std::int32_t number);
    // Appends the numbers of all words within one edit of `word`, in any order, some perhaps twice.
    void find(std::string_view word, std::vector<std::int32_t>& numbers) const;

  private:
    struct Entry {
        std::string word;
        std::int32_t number = 0;
    };
    std::vector<Entry> entries_;
    std::size_t longest_ = 0;            // letters of an entry
    std::vector<std::uint64_t> filter_;  // one bit a hash: most questions end here
    std::unordered_multimap<std::uint64_t, std::int32_t> index_;
};

}  // namespace lethe::documents
