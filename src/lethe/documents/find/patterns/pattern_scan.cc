#include "lethe/documents/find/patterns/pattern_scan.h"

#include <algorithm>

#include "lethe/documents/find/patterns/pattern_streets.h"
#include "lethe/language/ascii.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

enum : std::uint8_t {
    kNothing = 0,
    kLowerSign = 1,
    kUpperSign = 2,
    kDigitSign = 4,
    kWide = 8,
    kSign = 16
};

constexpr std::array<std::uint8_t, 256> kBytes = [] {
    std::array<std::uint8_t, 256> kinds{};
    for (std::size_t c = 0; c < 256; ++c) {
        kinds[c] = c >= 'a' && c <= 'z'   ? kLowerSign
                   : c >= 'A' && c <= 'Z' ? kUpperSign
                   : c >= '0' && c <= '9' ? kDigitSign
                   : c == '_'             ? kLowerSign
                   : c >= 128             ? kWide
                                          : kNothing;
    }
    for (const char c : {'@', '.', ':', '$', '+', '('}) kinds[static_cast<std::size_t>(c)] = kSign;
    return kinds;
}();

std::uint8_t kind(char c) { return kBytes[static_cast<unsigned char>(c)]; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) {
    return language::is_figure(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool in_mail(char c) {
    return is_letter(c) || language::is_figure(c) || std::string_view("._%+'/=~&-").find(c) < 11;
}

constexpr std::size_t kMostScanned = 256;  // how far a name of hosts or groups is followed

bool digit_follows(std::string_view text, std::size_t from, std::size_t within) {
    const std::string_view next = text.substr(from, within);
    return std::any_of(next.begin(), next.end(), language::is_figure);
}

// First byte of the character that ends before `at`.
std::size_t character_before(std::string_view text, std::size_t at) {
    std::size_t begin = at - 1;
    while (begin > 0 && at - begin < 4 &&
           (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80) {
        --begin;
    }
    return begin + static_cast<std::size_t>(language::character_at(text, begin).length) == at
               ? begin
               : at - 1;
}

bool is_currency(char32_t c) {
    return c == U'€' || c == U'£' || c == U'¥' || (c >= 0x20A0 && c <= 0x20BF);
}

}  // namespace

std::uint64_t word_hash(std::string_view word) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (const char c : word) {
        hash = (hash ^ static_cast<unsigned char>(language::lower(c))) * 1099511628211ULL;
    }
    return hash == 0 ? 1 : hash;
}

void KeyWords::add(std::string_view word) {
    if (word.empty() || holds(word)) return;
    lengths_[static_cast<unsigned char>(language::lower(word[0]))] |=
        1U << std::min<std::size_t>(word.size(), 31);
    if ((used_ + 1) * 2 > hashes_.size()) {
        std::vector<std::uint64_t> old(std::max<std::size_t>(64, hashes_.size() * 2));
        std::swap(old, hashes_);
        for (const std::uint64_t hash : old) {
            if (hash == 0) continue;
            std::size_t at = hash & (hashes_.size() - 1);
            while (hashes_[at] != 0) at = (at + 1) & (hashes_.size() - 1);
            hashes_[at] = hash;
        }
    }
    const std::uint64_t hash = word_hash(word);
    std::size_t at = hash & (hashes_.size() - 1);
    while (hashes_[at] != 0) at = (at + 1) & (hashes_.size() - 1);
    hashes_[at] = hash;
    ++used_;
}

bool KeyWords::holds(std::string_view word) const {
    if (word.size() > 31) return false;
    if ((lengths_[static_cast<unsigned char>(language::lower(word[0]))] >> word.size() & 1U) == 0)
        return false;
    const std::uint64_t hash = word_hash(word);
    for (std::size_t at = hash & (hashes_.size() - 1); hashes_[at] != 0;
         at = (at + 1) & (hashes_.size() - 1)) {
        if (hashes_[at] == hash) return true;
    }
    return false;
}

bool StartScan::continues_number(std::size_t begin) const {
    return begin >= 2 && language::is_figure(text_[begin - 2]) &&
           std::string_view(".,/:-").find(text_[begin - 1]) != std::string_view::npos;
}

void StartScan::word(std::size_t begin, std::size_t end, unsigned kinds,
                     std::vector<StartPlace>& places) {
    const auto place = static_cast<std::int64_t>(begin);
    if ((kinds & kDigitSign) != 0) {
        if (!language::is_figure(text_[begin])) {
            places.push_back({place, kAtMixed});
        } else if (!continues_number(begin)) {
            places.push_back({place, kAtDigit});
        }
        return;
    }
    const std::string_view word = text_.substr(begin, end - begin);
    if (words_.holds(word)) places.push_back({place, kAtWord});
    if ((kinds & (kUpperSign | kWide)) == 0) return;
    if (kinds == kUpperSign && word.size() <= 5 && digit_follows(text_, end, 8)) {
        places.push_back({place, kAtUpper});
    }
    if ((kinds & kLowerSign) != 0 && is_street_word(word)) places.push_back({place, kAtStreet});
}

void StartScan::sign(std::size_t at, std::size_t length, std::vector<StartPlace>& places) {
    const char c = text_[at];
    const char next = at + 1 < text_.size() ? text_[at + 1] : ' ';
    const char last = at > 0 ? text_[at - 1] : ' ';
    if (c == '@') {
        std::size_t begin = at;
        while (begin > 0 && at - begin < 64) {
            const std::size_t before = character_before(text_, begin);
            if (!in_mail(text_[before]) &&
                !language::is_word(language::character_at(text_, before).code))
                break;
            begin = before;
        }
        while (begin < at && !language::is_word(language::character_at(text_, begin).code)) {
            begin += static_cast<std::size_t>(language::character_at(text_, begin).length);
        }
        if (begin < at) places.push_back({static_cast<std::int64_t>(begin), kAtMail});
    } else if (c == '.') {
        if (at < host_done_ || !is_letter(next) || !(is_letter(last) || language::is_figure(last)))
            return;
        std::size_t begin = at;
        while (begin > 0 && at - begin < 63 &&
               (is_letter(text_[begin - 1]) || language::is_figure(text_[begin - 1]) ||
                text_[begin - 1] == '-')) {
            --begin;
        }
        while (begin < at && text_[begin] == '-') ++begin;
        std::size_t end = at;
        while (end < text_.size() && end - begin < kMostScanned &&
               (is_letter(text_[end]) || language::is_figure(text_[end]) || text_[end] == '.' ||
                text_[end] == '-')) {
            ++end;
        }
        host_done_ = end;
        const bool in_mail = begin > 0 && text_[begin - 1] == '@';
        if (at - begin > 1 && !in_mail)
            places.push_back({static_cast<std::int64_t>(begin), kAtHost});
    } else if (c == ':') {
        if (next == '/' && text_.substr(at + 2).starts_with('/')) {
            std::size_t begin = at;
            while (begin > 0 && at - begin < 12 && is_letter(text_[begin - 1])) --begin;
            if (begin < at) places.push_back({static_cast<std::int64_t>(begin), kAtHost});
        } else if (at >= hex_done_ && (is_hex(next) || next == ':')) {
            std::size_t begin = at;
            while (begin > 0 && at - begin < 4 && is_hex(text_[begin - 1])) --begin;
            std::size_t end = at;
            while (end < text_.size() && end - begin < kMostScanned &&
                   (is_hex(text_[end]) || text_[end] == ':')) {
                ++end;
            }
            hex_done_ = end;
            places.push_back({static_cast<std::int64_t>(begin), kAtHex});
        }
    } else if ((c == '$' || c == '+' || c == '(' || length > 1) &&
               digit_follows(text_, at + length, 4)) {
        places.push_back({static_cast<std::int64_t>(at), kAtSign});
    }
}

bool StartScan::next(std::size_t most, std::vector<StartPlace>& places) {
    while (at_ < text_.size() && places.size() < most) {
        const std::uint8_t first = kind(text_[at_]);
        if (first == kNothing) {
            ++at_;
            continue;
        }
        if (first == kSign) {
            sign(at_, 1, places);
            ++at_;
            continue;
        }
        const std::size_t begin = at_;
        unsigned kinds = 0;
        while (at_ < text_.size()) {
            const std::uint8_t byte = kind(text_[at_]);
            if (byte == kNothing || byte == kSign) break;
            std::size_t length = 1;
            if (byte == kWide) {
                const language::Character c = language::character_at(text_, at_);
                length = static_cast<std::size_t>(c.length);
                if (!language::is_word(c.code)) {
                    if (at_ > begin) break;
                    if (is_currency(c.code)) sign(at_, length, places);
                    at_ += length;
                    break;
                }
            }
            kinds |= byte;
            at_ += length;
        }
        if (kinds != 0) word(begin, at_, kinds, places);
    }
    return at_ < text_.size();
}

}  // namespace lethe::documents
