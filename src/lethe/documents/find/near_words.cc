#include "lethe/documents/find/near_words.h"

#include <algorithm>

#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::uint64_t kNearFilterBits = 1 << 21;

std::vector<char32_t> letters_of(std::string_view word) {
    std::vector<char32_t> letters;
    letters.reserve(word.size());
    for (std::size_t at = 0; at < word.size();) {
        const language::Character c = language::character_at(word, at);
        letters.push_back(c.code);
        at += static_cast<std::size_t>(c.length);
    }
    return letters;
}

// Of the letters but for two; places beyond the end: of all but one, of all.
std::uint64_t hash_without(const std::vector<char32_t>& letters, std::size_t without,
                           std::size_t other) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (i != without && i != other) hash = (hash ^ letters[i]) * 0x9E3779B97F4A7C15U;
    }
    return hash ^ hash >> 29;
}

// Calls `take` with the hash of the letters, and of what up to `deletions` leave of them.
template <class Take>
void each_rest(const std::vector<char32_t>& letters, int deletions, Take take) {
    const std::size_t size = letters.size();
    for (std::size_t i = 0; i <= size; ++i) take(hash_without(letters, i, size));
    if (deletions < 2) return;
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i + 1; j < size; ++j) take(hash_without(letters, i, j));
    }
}

// Optimal string alignment by three rows of its table.
bool edits_apart(const std::vector<char32_t>& a, const std::vector<char32_t>& b, int most) {
    std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min(
                {above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()] <= most;
}

bool one_edit_apart(const std::vector<char32_t>& a, const std::vector<char32_t>& b) {
    if (a.size() > b.size()) return one_edit_apart(b, a);
    if (b.size() - a.size() > 1) return false;
    const auto [left, right] = std::mismatch(a.begin(), a.end(), b.begin());
    if (left == a.end()) return true;
    if (a.size() < b.size()) return std::equal(left, a.end(), right + 1, b.end());
    if (std::equal(left + 1, a.end(), right + 1, b.end())) return true;
    return left + 1 != a.end() && *left == *(right + 1) && *(left + 1) == *right &&
           std::equal(left + 2, a.end(), right + 2, b.end());
}

}  // namespace

bool within_one_edit(std::string_view a, std::string_view b) {
    return one_edit_apart(letters_of(a), letters_of(b));
}

bool within_edits(std::string_view a, std::string_view b, int most) {
    return edits_apart(letters_of(a), letters_of(b), most);
}

NearWords::NearWords(std::size_t two_edits_from)
    : two_edits_from_(two_edits_from), filter_(kNearFilterBits / 64) {}

void NearWords::add(std::string_view word, std::int32_t number) {
    const std::vector<char32_t> letters = letters_of(word);
    if (letters.size() < kLeastLetters) return;
    const auto entry = static_cast<std::int32_t>(entries_.size());
    entries_.push_back({std::string(word), number});
    longest_ = std::max(longest_, letters.size());
    each_rest(letters, edits_of(letters.size()), [&](std::uint64_t hash) {
        filter_[hash % kNearFilterBits / 64] |= std::uint64_t{1} << hash % 64;
        index_.emplace(hash, entry);
    });
}

void NearWords::find(std::string_view word, std::vector<std::int32_t>& numbers) const {
    const std::vector<char32_t> letters = letters_of(word);
    const int edits = edits_of(letters.size());
    const std::size_t reach = longest_ + static_cast<std::size_t>(edits);
    if (letters.size() < kLeastLetters || letters.size() > reach) return;
    each_rest(letters, edits, [&](std::uint64_t hash) {
        if ((filter_[hash % kNearFilterBits / 64] >> hash % 64 & 1) == 0) return;
        const auto [first, last] = index_.equal_range(hash);
        for (auto at = first; at != last; ++at) {
            const Entry& entry = entries_[static_cast<std::size_t>(at->second)];
            const std::vector<char32_t> other = letters_of(entry.word);
            const bool two = edits == 2 && edits_of(other.size()) == 2;
            if (two ? edits_apart(letters, other, 2) : one_edit_apart(letters, other)) {
                numbers.push_back(entry.number);
            }
        }
    });
}

}  // namespace lethe::documents
