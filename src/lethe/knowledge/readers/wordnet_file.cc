#include "lethe/knowledge/readers/wordnet_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace lethe::readers {
namespace {

constexpr std::int32_t kUnknownSense = 100'000;

// The next word of a line as a number, or -1.
std::int64_t next_number(std::string_view& rest, int base = 10) {
    const std::string_view word = next_word(rest);
    std::int64_t value = -1;
    const char* end = word.data() + word.size();
    const auto [stop, failed] = std::from_chars(word.data(), end, value, base);
    return failed == std::errc() && stop == end && value >= 0 ? value : -1;
}

std::string in_lower_case(std::string_view word) {
    std::string text(word);
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

// "galore(ip)": where an adjective may stand.
std::string_view without_place(std::string_view word) {
    if (!word.ends_with(')')) return word;
    const std::size_t open = word.rfind('(');
    return open == std::string_view::npos || open == 0 ? word : word.substr(0, open);
}

// "1 + 02 00", "2 + 02 00 + 22 00": the frames of a verb.
bool skip_frames(std::string_view& rest) {
    const std::int64_t frames = next_number(rest);
    if (frames < 0 || frames > std::ssize(rest)) return false;
    for (std::int64_t i = 0; i < frames; ++i) {
        if (next_word(rest) != "+" || next_number(rest) < 0 || next_number(rest, 16) < 0) {
            return false;
        }
    }
    return true;
}

bool parse_pointers(std::string_view& rest, WordnetSynset& into) {
    const std::int64_t pointers = next_number(rest);
    if (pointers < 0 || pointers > std::ssize(rest) + 1) return false;
    into.pointers.clear();
    for (std::int64_t i = 0; i < pointers; ++i) {
        WordnetPointer pointer;
        pointer.symbol = next_word(rest);
        pointer.target = next_number(rest);
        const std::string_view part = next_word(rest);
        std::string_view words = next_word(rest);
        if (pointer.target < 0 || part.empty() || words.empty()) return false;
        pointer.part = part.front() == 's' ? 'a' : part.front();
        const std::int64_t both = next_number(words, 16);
        if (both > 0) {
            pointer.from_word = static_cast<int>(both / 256);
            pointer.to_word = static_cast<int>(both % 256);
        }
        into.pointers.push_back(pointer);
    }
    return true;
}

}  // namespace

std::string_view wordnet_ending(PartOfSpeech part) {
    switch (part) {
        case PartOfSpeech::verb:
            return "verb";
        case PartOfSpeech::adjective:
            return "adj";
        case PartOfSpeech::adverb:
            return "adv";
        case PartOfSpeech::noun:
            break;
    }
    return "noun";
}

char wordnet_letter(PartOfSpeech part) {
    switch (part) {
        case PartOfSpeech::verb:
            return 'v';
        case PartOfSpeech::adjective:
            return 'a';
        case PartOfSpeech::adverb:
            return 'r';
        case PartOfSpeech::noun:
            break;
    }
    return 'n';
}

bool WordnetSynset::parse(std::string_view line, PartOfSpeech part, WordnetSynset& into) {
    const std::size_t bar = line.find(" | ");
    std::string_view rest = line.substr(0, bar);
    std::string_view rest_of_number = rest;
    into.number = next_word(rest_of_number);
    into.offset = next_number(rest);
    const std::int64_t file = next_number(rest);
    const std::string_view letter = next_word(rest);
    const std::int64_t words = next_number(rest, 16);
    into.satellite = part == PartOfSpeech::adjective && letter == "s";
    const bool of_part =
        into.satellite || (letter.size() == 1 && letter.front() == wordnet_letter(part));
    if (into.offset < 0 || file < 0 || !of_part || words < 1) return false;
    into.file = static_cast<int>(file);
    into.words.clear();
    for (std::int64_t i = 0; i < words; ++i) {
        const std::string_view word = next_word(rest);
        if (next_word(rest).empty()) return false;  // the word's number within its file
        into.words.push_back(part == PartOfSpeech::adjective ? without_place(word) : word);
    }
    if (!parse_pointers(rest, into)) return false;
    if (part == PartOfSpeech::verb && !skip_frames(rest)) return false;
    if (bar == std::string_view::npos) return false;
    into.gloss = trimmed(line.substr(bar + 3));
    return trimmed(rest).empty();
}

void each_synset(const SourceText& data, PartOfSpeech part,
                 const std::function<void(const WordnetSynset&, std::int64_t line)>& take) {
    Wrongs wrongs(data.file);
    WordnetSynset synset;
    Lines lines(data.text);
    while (lines.next()) {
        if (lines.line().empty() || lines.line().front() == ' ') continue;
        if (WordnetSynset::parse(lines.line(), part, synset)) {
            take(synset, lines.number());
        } else {
            wrongs.add(lines.number(),
                       fmt::format("is not a synset of data.{} (offset, file, {}, words, pointers, "
                                   "| gloss)",
                                   wordnet_ending(part), wordnet_letter(part)));
        }
    }
    wrongs.throw_if_any();
}

std::string wordnet_version(const SourceText& data) {
    constexpr std::string_view kName = "WordNet ";
    const std::string_view licence = std::string_view(data.text).substr(0, 4096);
    std::size_t at = licence.find(kName);
    while (at != std::string_view::npos) {
        const std::string_view rest = licence.substr(at + kName.size());
        const std::size_t size = std::min(rest.find_first_not_of("0123456789."), rest.size());
        if (size > 0) return std::string(rest.substr(0, size));
        at = licence.find(kName, at + 1);
    }
    return {};
}

std::string with_spaces(std::string_view word) {
    std::string text(word);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

SenseOrder::SenseOrder(const SourceText& index, PartOfSpeech part) {
    Wrongs wrongs(index.file);
    Lines lines(index.text);
    while (lines.next()) {
        if (lines.line().empty() || lines.line().front() == ' ') continue;
        if (!add(lines.line(), part)) {
            wrongs.add(lines.number(), fmt::format("is not a word of index.{} (word, {}, number of "
                                                   "synsets, pointers, offsets)",
                                                   wordnet_ending(part), wordnet_letter(part)));
        }
    }
    wrongs.throw_if_any();
}

std::int32_t SenseOrder::sense(std::string_view word, std::int64_t offset) const {
    const auto place = words_.find(in_lower_case(word));
    if (place == words_.end()) return kUnknownSense;
    const auto [first, count] = place->second;
    const auto begin = offsets_.begin() + first;
    const auto found = std::find(begin, begin + count, offset);
    return found == begin + count ? kUnknownSense : static_cast<std::int32_t>(found - begin) + 1;
}

bool SenseOrder::add(std::string_view rest, PartOfSpeech part) {
    const std::string_view word = next_word(rest);
    const std::string_view letter = next_word(rest);
    const bool of_part = letter.size() == 1 && letter.front() == wordnet_letter(part);
    const std::int64_t synsets = next_number(rest);
    const std::int64_t pointers = next_number(rest);
    const std::int64_t most = std::ssize(rest);
    if (!of_part || synsets < 1 || synsets > most || pointers < 0 || pointers > most) return false;
    for (std::int64_t i = 0; i < pointers; ++i) next_word(rest);
    if (next_number(rest) < 0 || next_number(rest) < 0) return false;  // senses, tagged senses
    words_.try_emplace(std::string(word), std::ssize(offsets_), synsets);
    for (std::int64_t i = 0; i < synsets; ++i) {
        offsets_.push_back(next_number(rest));
        if (offsets_.back() < 0) return false;
    }
    return trimmed(rest).empty();
}

}  // namespace lethe::readers
