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

// Of the letters but for one; `without` beyond the end: of all.
std::uint64_t hash_without(const std::vector<char32_t>& letters, std::size_t without) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (i != without) hash = (hash ^ letters[i]) * 0x9E3779B97F4A7C15U;
    }
    return hash ^ hash >> 29;
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

NearWords::NearWords() : filter_(kNearFilterBits / 64) {}

void NearWords::add(std::string_view word, std::int32_t number) {
    const std::vector<char32_t> letters = letters_of(word);
    if (letters.size() < kLeastLetters) return;
    const auto entry = static_cast<std::int32_t>(entries_.size());
    entries_.push_back({std::string(word), number});
    longest_ = std::max(longest_, letters.size());
    for (std::size_t i = 0; i <= letters.size(); ++i) {
        const std::uint64_t hash = hash_without(letters, i);
        filter_[hash % kNearFilterBits / 64] |= std::uint64_t{1} << hash % 64;
        index_.emplace(hash, entry);
    }
}

void NearWords::find(std::string_view word, std::vector<std::int32_t>& numbers) const {
    const std::vector<char32_t> letters = letters_of(word);
    if (letters.size() < kLeastLetters || letters.size() > longest_ + 1) return;
    for (std::size_t i = 0; i <= letters.size(); ++i) {
        const std::uint64_t hash = hash_without(letters, i);
        if ((filter_[hash % kNearFilterBits / 64] >> hash % 64 & 1) == 0) continue;
        const auto [first, last] = index_.equal_range(hash);
        for (auto at = first; at != last; ++at) {
            const Entry& entry = entries_[static_cast<std::size_t>(at->second)];
            if (one_edit_apart(letters, letters_of(entry.word))) numbers.push_back(entry.number);
        }
    }
}

}  // namespace lethe::documents
