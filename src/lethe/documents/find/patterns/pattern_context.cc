#include "lethe/documents/find/patterns/pattern_context.h"

#include <algorithm>

#include "lethe/documents/find/patterns/pattern_scan.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kLook = 120;
constexpr std::size_t kContextWords = 5;

std::uint64_t joined_hashes(std::uint64_t first, std::uint64_t second) {
    return (first ^ second >> 29) * 0x9E3779B97F4A7C15ULL + second;
}

// Whether the byte before `end` belongs to a word.
bool ends_word(std::string_view text, std::size_t end) {
    const auto byte = static_cast<unsigned char>(text[end - 1]);
    if (byte < 0x80) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               (byte >= '0' && byte <= '9') || byte == '_';
    }
    std::size_t begin = end - 1;
    while (begin > 0 && end - begin < 4 &&
           (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
        --begin;
    }
    return language::is_word(language::character_at(text, begin).code);
}

std::uint64_t hash_of_word(std::string_view word) {
    const bool plain = std::all_of(word.begin(), word.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return plain ? word_hash(word) : word_hash(language::lower_case(word));
}

}  // namespace

ContextBefore::ContextBefore(std::string_view text, std::size_t place) {
    std::size_t from = place > kLook ? place - kLook : 0;
    while (from < place && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
    std::array<std::uint64_t, kContextWords> words{};  // the nearest first
    std::size_t count = 0;
    for (std::size_t end = place; count < kContextWords;) {
        while (end > from && !ends_word(text, end)) --end;
        std::size_t begin = end;
        while (begin > from && ends_word(text, begin)) --begin;
        if (begin == end) break;
        const std::string_view word = text.substr(begin, end - begin);
        end = begin;
        if (word.find_first_not_of("0123456789") == std::string_view::npos) continue;
        words[count++] = hash_of_word(word);
    }
    for (std::size_t i = 0; i < count; ++i) {
        hashes_[size_++] = words[i];
        if (i + 1 < count) hashes_[size_++] = joined_hashes(words[i + 1], words[i]);
        if (i + 2 < count)
            hashes_[size_++] = joined_hashes(joined_hashes(words[i + 2], words[i + 1]), words[i]);
    }
}

ContextWords::ContextWords(std::string_view phrases) {
    while (!phrases.empty()) {
        const auto end = std::min(phrases.find('|'), phrases.size());
        const std::string_view phrase = phrases.substr(0, end);
        std::uint64_t hash = 0;
        bool first = true;
        for (const language::Token& token : language::words_of(phrase)) {
            const std::uint64_t word = hash_of_word(token.of(phrase));
            hash = first ? word : joined_hashes(hash, word);
            first = false;
        }
        if (!first) hashes_.push_back(hash);
        phrases.remove_prefix(std::min(end + 1, phrases.size()));
    }
    std::sort(hashes_.begin(), hashes_.end());
    for (const std::uint64_t hash : hashes_)
        filter_.at(hash % 256 / 64) |= std::uint64_t{1} << hash % 64;
}

bool ContextWords::any_of(const ContextBefore& before) const {
    return std::any_of(before.begin(), before.end(), [&](std::uint64_t hash) {
        return (filter_[hash % 256 / 64] >> hash % 64 & 1U) != 0 &&
               std::binary_search(hashes_.begin(), hashes_.end(), hash);
    });
}

}  // namespace lethe::documents
