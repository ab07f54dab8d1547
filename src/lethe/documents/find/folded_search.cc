// Phrases are kept by the hash of their first six letters and by length: at each place of the
// folded text a filter of bits is asked first, and then one look-up a length that occurs with these
// six letters. Many numbers that begin alike cost no more than one.
#include "lethe/documents/find/folded_search.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>

#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr char kApart = '\x01';     // words too far from each other
constexpr std::size_t kWidest = 3;  // characters between words

struct Folded {
    std::string letters;
    std::vector<std::uint32_t> word;  // of each letter: the number of its word
    std::vector<language::Token> words;
    std::vector<char> breaks;          // of each word: the gap before it may stand within a word
    std::vector<std::uint32_t> first;  // letter of each word
};

// A line that ends with a hyphen, a soft hyphen, an invisible space.
bool breaks_word(std::string_view gap) {
    if (gap.empty()) return false;
    for (std::size_t at = 0; at < gap.size();) {
        const language::Character c = language::character_at(gap, at);
        at += static_cast<std::size_t>(c.length);
        const bool invisible = c.code == 0xAD || (c.code >= 0x200B && c.code <= 0x200D) ||
                               c.code == 0x2060 || c.code == 0xFEFF;
        const bool line = (c.code == '-' || c.code == 0x2010) && gap.find('\n') != gap.npos;
        if (!invisible && !line && c.code != '\n' && c.code != '\r') return false;
        if (invisible || line) continue;
        if (gap.front() != '-' && static_cast<unsigned char>(gap.front()) < 0x80) return false;
    }
    return true;
}

Folded folded(std::string_view text) {
    Folded result;
    result.words = language::words_of(text);
    result.letters.reserve(text.size());
    for (std::size_t w = 0; w < result.words.size(); ++w) {
        const language::Token& word = result.words[w];
        std::string_view gap;
        if (w > 0) {
            const language::Token& before = result.words[w - 1];
            gap = text.substr(before.end, word.begin - before.end);
            std::size_t size = 0;
            for (std::size_t at = 0; at < gap.size() && size <= kWidest; ++size) {
                at += static_cast<std::size_t>(language::character_at(gap, at).length);
            }
            if (size > kWidest) {
                result.letters += kApart;
                result.word.push_back(static_cast<std::uint32_t>(w));
            }
        }
        result.breaks.push_back(breaks_word(gap) ? 1 : 0);
        result.first.push_back(static_cast<std::uint32_t>(result.letters.size()));
        result.letters += language::plain_letters(word.of(text));
        result.word.resize(result.letters.size(), static_cast<std::uint32_t>(w));
    }
    return result;
}

std::uint64_t hashed_start(const char* letters) {
    std::uint64_t start = 0;
    std::memcpy(&start, letters, FoldedSearch::kShortest);
    return start * 0x9E3779B97F4A7C15U;
}

bool all_digits(std::string_view letters) {
    return std::all_of(letters.begin(), letters.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

struct FoldedSearch::State {
    struct Phrase {
        std::int32_t mark = 0;
        bool several = false;  // words
    };
    std::unordered_map<std::string, Phrase> phrases;                     // by their letters
    std::unordered_map<std::uint64_t, std::vector<std::uint8_t>> sizes;  // by start, longest first
    std::vector<std::uint64_t> filter = std::vector<std::uint64_t>(1 << 12);

    bool fits(const Folded& text, std::size_t at, std::size_t size, const Phrase& phrase) const;
};

bool FoldedSearch::State::fits(const Folded& text, std::size_t at, std::size_t size,
                               const Phrase& phrase) const {
    const std::size_t first = text.word[at];
    const std::size_t last = text.word[at + size - 1];
    const std::size_t end =
        last + 1 < text.first.size() ? text.first[last + 1] : text.letters.size();
    const bool begins = text.first[first] == at;
    std::string_view rest = std::string_view(text.letters).substr(at + size, end - at - size);
    if (!rest.empty() && rest.back() == kApart) rest.remove_suffix(1);
    const bool ends = rest.empty();
    if (phrase.several) {
        const bool number = all_digits(std::string_view(text.letters).substr(at, size));
        return number ? begins && ends : begins || ends;
    }
    for (std::size_t w = first + 1; w <= last; ++w) {
        if (text.breaks[w] == 0) return false;
    }
    return begins && (ends || (all_digits(rest) &&
                               !all_digits(std::string_view(text.letters).substr(at, size))));
}

FoldedSearch::FoldedSearch() : state_(std::make_unique<State>()) {}
FoldedSearch::~FoldedSearch() = default;
FoldedSearch::FoldedSearch(FoldedSearch&&) noexcept = default;

bool FoldedSearch::add(std::string_view phrase, std::int32_t mark) {
    std::string letters;
    const std::vector<language::Token> words = language::words_of(phrase);
    for (const language::Token& word : words) letters += language::plain_letters(word.of(phrase));
    if (letters.size() < kShortest || letters.size() > kLongest) return false;
    const std::uint64_t start = hashed_start(letters.data());
    state_->filter[(start >> 40) % state_->filter.size()] |= std::uint64_t{1} << (start >> 58);
    std::vector<std::uint8_t>& sizes = state_->sizes[start];
    const auto size = static_cast<std::uint8_t>(letters.size());
    const auto at = std::lower_bound(sizes.begin(), sizes.end(), size, std::greater<>());
    if (at == sizes.end() || *at != size) sizes.insert(at, size);
    state_->phrases.try_emplace(std::move(letters), State::Phrase{mark, words.size() > 1});
    return true;
}

std::vector<FoldedSearch::Found> FoldedSearch::find(std::string_view text) const {
    std::vector<Found> found;
    if (state_->phrases.empty()) return found;
    const Folded letters = folded(text);
    std::string key;
    for (std::size_t at = 0; at + kShortest <= letters.letters.size(); ++at) {
        const std::uint64_t start = hashed_start(&letters.letters[at]);
        if ((state_->filter[(start >> 40) % state_->filter.size()] >> (start >> 58) & 1U) == 0) {
            continue;
        }
        const auto sizes = state_->sizes.find(start);
        if (sizes == state_->sizes.end()) continue;
        for (const std::uint8_t size : sizes->second) {
            if (at + size > letters.letters.size()) continue;
            key.assign(letters.letters, at, size);
            const auto phrase = state_->phrases.find(key);
            if (phrase == state_->phrases.end() ||
                !state_->fits(letters, at, size, phrase->second)) {
                continue;
            }
            const language::Token& first = letters.words[letters.word[at]];
            const language::Token& last = letters.words[letters.word[at + size - 1]];
            found.push_back({{first.begin, last.end}, phrase->second.mark});
            at += size - 1;
            break;
        }
    }
    // Found within one word twice: once is enough.
    std::vector<Found> apart;
    for (const Found& one : found) {
        if (apart.empty() || !apart.back().span.overlaps(one.span)) apart.push_back(one);
    }
    return apart;
}

}  // namespace lethe::documents
