#include "lethe/language/sentences.h"

#include <algorithm>
#include <array>

#include "lethe/language/characters.h"

namespace lethe::language {
namespace {

constexpr std::array<std::string_view, 36> kAbbreviations = {
    "mr",  "mrs", "ms",  "dr",  "prof", "st",  "no",  "nos", "vs", "etc", "e.g",  "i.e",
    "cf",  "fig", "art", "sec", "p",    "pp",  "vol", "ed",  "jr", "sr",  "gen",  "col",
    "maj", "lt",  "sgt", "rep", "sen",  "gov", "inc", "ltd", "co", "al",  "dept", "approx"};
static_assert(std::ranges::all_of(kAbbreviations, [](auto one) { return one.size() < 8; }));

bool is_space_at(std::string_view text, std::size_t at) {
    return at < text.size() && is_space(character_at(text, at).code);
}

// The run of letters and full stops that ends before `end`; of one that is longer than any
// abbreviation only so much as tells that, since texts have long runs with many stops.
std::string_view word_before(std::string_view text, std::size_t end) {
    constexpr std::size_t kLonger = 8;
    std::size_t begin = end;
    while (begin > 0 && end - begin < kLonger && text[begin - 1] != '(' && text[begin - 1] != '"' &&
           !is_space(character_at(text, begin - 1).code)) {
        --begin;
    }
    return text.substr(begin, end - begin);
}

bool is_abbreviation(std::string_view word) {
    const std::string lower = lower_case(word);
    const bool initial = word.size() == 1 && is_upper(character_at(word, 0).code);
    return initial || std::ranges::find(kAbbreviations, lower) != kAbbreviations.end();
}

// What closes a quotation or a bracket.
std::size_t behind_closing(std::string_view text, std::size_t at) {
    constexpr std::array<std::string_view, 5> kClosing = {"\"", "'", ")", "\u201d", "\u2019"};
    for (bool closed = true; closed;) {
        closed = false;
        for (const std::string_view sign : kClosing) {
            if (!text.substr(at).starts_with(sign)) continue;
            at += sign.size();
            closed = true;
        }
    }
    return at;
}

}  // namespace

std::vector<Span> sentences_of(std::string_view paragraph) {
    std::vector<Span> sentences;
    const auto skip_space = [&](std::size_t at) {
        while (is_space_at(paragraph, at)) {
            at += static_cast<std::size_t>(character_at(paragraph, at).length);
        }
        return at;
    };
    std::size_t begin = skip_space(0);
    const auto close = [&](std::size_t end) {
        while (end > begin && is_space(character_at(paragraph, end - 1).code)) --end;
        if (end > begin) {
            sentences.push_back({static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)});
        }
    };
    for (std::size_t at = begin; at < paragraph.size(); ++at) {
        const char sign = paragraph[at];
        if (sign != '.' && sign != '!' && sign != '?') continue;
        if (sign == '.' && is_abbreviation(word_before(paragraph, at))) continue;
        const std::size_t end = behind_closing(paragraph, at + 1);
        if (!is_space_at(paragraph, end)) continue;
        const std::size_t next = skip_space(end);
        if (next == paragraph.size()) break;
        if (is_lower(character_at(paragraph, next).code)) continue;
        close(end);
        begin = next;
        at = next - 1;
    }
    close(paragraph.size());
    return sentences;
}

}  // namespace lethe::language
