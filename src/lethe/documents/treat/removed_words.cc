#include "lethe/documents/treat/removed_words.h"

#include <algorithm>
#include <vector>

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kShortestWord = 3;
constexpr std::size_t kShortestPart = 5;
constexpr std::size_t kLongestPart = 40;

std::string joined_letters(std::string_view text) {
    std::string letters;
    for (const language::Token& token : language::words_of(text))
        letters += language::plain_letters(token.of(text));
    return letters;
}

// The pieces of a word between changes of case and between letters and digits: "KingJohn2".
std::vector<std::string> pieces_of(std::string_view word) {
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    bool was_lower = false;
    bool was_digit = false;
    for (std::size_t at = 0; at < word.size();) {
        const language::Character c = language::character_at(word, at);
        const bool digit = language::is_digit(c.code);
        const bool ends =
            at > begin && (digit != was_digit || (was_lower && language::is_upper(c.code)));
        if (ends) {
            pieces.push_back(language::plain_letters(word.substr(begin, at - begin)));
            begin = at;
        }
        was_lower = language::is_lower(c.code);
        was_digit = digit;
        at += static_cast<std::size_t>(c.length);
    }
    pieces.push_back(language::plain_letters(word.substr(begin)));
    return pieces;
}

bool holds_part(const std::string& letters, const RemovedWords& removed) {
    for (std::size_t at = 0; at < letters.size(); ++at) {
        const std::size_t most = std::min(kLongestPart, letters.size() - at);
        for (std::size_t size = kShortestPart; size <= most; ++size) {
            if (removed.contains(letters.substr(at, size))) return true;
        }
    }
    return false;
}

}  // namespace

void add_removed_text(RemovedWords& removed, std::string_view text) {
    for (const language::Token& token : language::words_of(text)) {
        std::string word = language::plain_letters(token.of(text));
        if (word.size() >= kShortestWord) removed.insert(std::move(word));
    }
    std::string all = joined_letters(text);
    if (all.size() >= kShortestPart && all.size() <= kLongestPart) removed.insert(std::move(all));
}

bool holds_removed_word(std::string_view name, const RemovedWords& removed) {
    if (removed.empty()) return false;
    for (const language::Token& token : language::words_of(name)) {
        const std::string_view word = token.of(name);
        if (removed.contains(language::plain_letters(word))) return true;
        for (const std::string& piece : pieces_of(word)) {
            if (removed.contains(piece)) return true;
            if (piece.size() > kShortestWord && removed.contains(piece.substr(1))) return true;
        }
    }
    return holds_part(language::plain_letters(name), removed) ||
           holds_part(joined_letters(name), removed);
}

}  // namespace lethe::documents
