// Words that differ in one letter, or long ones in two: found by symmetric deletion. Two words at
// distance d (letters inserted, deleted, replaced, neighbours swapped) agree after at most d
// letters were deleted from each; so a known word is filed under itself and under everything that
// so many deletions make of it, a question is asked in the same way, and the few candidates are
// compared. Thread-safe once made.
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
// So many of these one after the other, where no letter is changed twice (optimal string
// alignment). The time grows with the product of the lengths.
bool within_edits(std::string_view a, std::string_view b, int most);

class NearWords {
  public:
    static constexpr std::size_t kNever = static_cast<std::size_t>(-1);
    // Words of so many letters and up to kLongestTwo may differ in two.
    explicit NearWords(std::size_t two_edits_from = kNever);

    // Shorter words have no near words and are near to none.
    static constexpr std::size_t kLeastLetters = 5;

    void add(std::string_view word, std::int32_t number);
    // Of a word and any other: how many deletions are tried, and how many edits two may be apart.
    static constexpr std::size_t kLongestTwo = 24;
    int edits_of(std::size_t letters) const {
        return letters >= two_edits_from_ && letters <= kLongestTwo ? 2 : 1;
    }
    // Appends the numbers of all words that are near `word`, in any order, some perhaps twice.
    void find(std::string_view word, std::vector<std::int32_t>& numbers) const;

  private:
    struct Entry {
        std::string word;
        std::int32_t number = 0;
    };
    std::size_t two_edits_from_;
    std::vector<Entry> entries_;
    std::size_t longest_ = 0;            // letters of an entry
    std::vector<std::uint64_t> filter_;  // one bit a hash: most questions end here
    std::unordered_multimap<std::uint64_t, std::int32_t> index_;
};

}  // namespace lethe::documents
