// The nouns of WordNet. A line of data.noun is a synset:
//
//   02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 023 @ 02083346 n 0000 ... | gloss
//
// its place in the file, a file number, the part of speech, the number of words (hexadecimal) and
// the words, each with a number, then the number of pointers and the pointers (symbol, target, part
// of speech, words), then the gloss. A line of index.noun is a word with its synsets, the most
// usual first:
//
//   dog n 7 5 @ ~ #m #p %p 7 1 02084071 10114209 10023039 09886220 07676602 03901548 02710044
//
// The lines before the first synset are a licence, and begin with two spaces.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "lethe/knowledge/readers/readers.h"
#include "lethe/knowledge/taxonomy_builder.h"

namespace lethe::knowledge {
namespace {

constexpr std::string_view kDataLine =
    "is not a synset of data.noun (offset, file, n, words, pointers, | gloss)";
constexpr std::string_view kIndexLine =
    "is not a word of index.noun (word, n, number of synsets, pointers, offsets)";

// The next word of a line as a number, or -1.
std::int64_t next_number(std::string_view& rest, int base = 10) {
    const std::string_view word = next_word(rest);
    std::int64_t value = -1;
    const char* end = word.data() + word.size();
    const auto [stop, failed] = std::from_chars(word.data(), end, value, base);
    return failed == std::errc() && stop == end && value >= 0 ? value : -1;
}

std::string with_spaces(std::string_view word) {
    std::string text(word);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string in_lower_case(std::string_view word) {
    std::string text(word);
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

// "WordNet 3.0" in the licence -> "3.0"
std::string wordnet_version_in(std::string_view licence) {
    constexpr std::string_view kName = "WordNet ";
    std::size_t at = licence.find(kName);
    while (at != std::string_view::npos) {
        const std::string_view rest = licence.substr(at + kName.size());
        const std::size_t size = std::min(rest.find_first_not_of("0123456789."), rest.size());
        if (size > 0) return std::string(rest.substr(0, size));
        at = licence.find(kName, at + 1);
    }
    return {};
}

// The synsets of each word, the most usual first: slices of one array.
class SenseOrder {
  public:
    explicit SenseOrder(const SourceText& index) {
        Wrongs wrongs(index.file);
        Lines lines(index.text);
        while (lines.next()) {
            if (lines.line().empty() || lines.line().front() == ' ') continue;
            if (!add(lines.line())) wrongs.add(lines.number(), std::string(kIndexLine));
        }
        wrongs.throw_if_any();
    }

    // From 1; beyond all others where the index does not know the word in this sense.
    std::int32_t sense(std::string_view word, std::int64_t offset) const {
        const auto place = words_.find(in_lower_case(word));
        if (place == words_.end()) return kUnknown;
        const auto [first, count] = place->second;
        const auto begin = offsets_.begin() + first;
        const auto found = std::find(begin, begin + count, offset);
        return found == begin + count ? kUnknown : static_cast<std::int32_t>(found - begin) + 1;
    }

  private:
    static constexpr std::int32_t kUnknown = 100'000;

    bool add(std::string_view rest) {
        const std::string_view word = next_word(rest);
        const bool noun = next_word(rest) == "n";
        const std::int64_t synsets = next_number(rest);
        const std::int64_t pointers = next_number(rest);
        const std::int64_t most = std::ssize(rest);
        if (!noun || synsets < 1 || synsets > most || pointers < 0 || pointers > most) return false;
        for (std::int64_t i = 0; i < pointers; ++i) next_word(rest);
        if (next_number(rest) < 0 || next_number(rest) < 0) return false;  // senses, tagged senses
        words_.try_emplace(std::string(word), std::ssize(offsets_), synsets);
        for (std::int64_t i = 0; i < synsets; ++i) {
            offsets_.push_back(next_number(rest));
            if (offsets_.back() < 0) return false;
        }
        return trimmed(rest).empty();
    }

    std::vector<std::int64_t> offsets_;
    std::unordered_map<std::string, std::pair<std::int64_t, std::int64_t>> words_;
};

enum class Pointer { none, is_a, part_of, has_part };

Pointer pointer_named(std::string_view symbol) {
    if (symbol == "@" || symbol == "@i") return Pointer::is_a;
    if (symbol == "#p" || symbol == "#m" || symbol == "#s") return Pointer::part_of;
    if (symbol == "%p" || symbol == "%m" || symbol == "%s") return Pointer::has_part;
    return Pointer::none;
}

struct WordnetLink {
    Pointer kind;
    std::int32_t from;
    std::int64_t target;  // offset
    std::int64_t line;
};

class NounReader {
  public:
    NounReader(const SourceText& data, const SenseOrder& order)
        : builder_("WordNet", wordnet_version_in(std::string_view(data.text).substr(0, 4096))),
          order_(order),
          wrongs_(data.file) {
        Lines lines(data.text);
        while (lines.next()) {
            if (lines.line().empty() || lines.line().front() == ' ') continue;
            if (!add(lines.line(), lines.number())) {
                wrongs_.add(lines.number(), std::string(kDataLine));
            }
        }
        wrongs_.throw_if_any();
        for (const WordnetLink& link : links_) connect(link);
        wrongs_.throw_if_any();
    }

    TaxonomyBuilder take() { return std::move(builder_); }

  private:
    bool add(std::string_view line, std::int64_t number) {
        const std::size_t bar = line.find(" | ");
        std::string_view rest = line.substr(0, bar);
        std::string_view rest_of_id = rest;
        const std::string_view id = next_word(rest_of_id);
        const std::int64_t offset = next_number(rest);
        const std::string_view file = next_word(rest);
        const bool noun = next_word(rest) == "n";
        const std::int64_t words = next_number(rest, 16);
        if (offset < 0 || file.empty() || !noun || words < 1) return false;
        const std::int32_t synset = builder_.add_concept(std::string(id) + "n");
        if (!numbers_.try_emplace(offset, synset).second) {
            wrongs_.add(number, fmt::format("the synset {} is there twice", offset));
        }
        for (std::int64_t i = 0; i < words; ++i) {
            const std::string_view word = next_word(rest);
            if (next_word(rest).empty()) return false;  // the word's number within its file
            builder_.add_name(synset, with_spaces(word), order_.sense(word, offset));
        }
        const std::int64_t pointers = next_number(rest);
        if (pointers < 0) return false;
        for (std::int64_t i = 0; i < pointers; ++i) {
            const Pointer kind = pointer_named(next_word(rest));
            const std::int64_t target = next_number(rest);
            const std::string_view part_of_speech = next_word(rest);
            if (target < 0 || next_word(rest).empty()) return false;
            if (kind != Pointer::none && part_of_speech == "n") {
                links_.push_back({kind, synset, target, number});
            }
        }
        if (bar != std::string_view::npos)
            builder_.set_gloss(synset, trimmed(line.substr(bar + 3)));
        return bar != std::string_view::npos && trimmed(rest).empty();
    }

    void connect(const WordnetLink& link) {
        const auto target = numbers_.find(link.target);
        if (target == numbers_.end()) {
            return wrongs_.add(link.line, fmt::format("points to the synset {:08}, which the file "
                                                      "does not have; is the file whole?",
                                                      link.target));
        }
        if (link.kind == Pointer::is_a) builder_.add_is_a(link.from, target->second);
        if (link.kind == Pointer::part_of) builder_.add_part_of(link.from, target->second);
        if (link.kind == Pointer::has_part) builder_.add_part_of(target->second, link.from);
    }

    TaxonomyBuilder builder_;
    const SenseOrder& order_;
    Wrongs wrongs_;
    std::unordered_map<std::int64_t, std::int32_t> numbers_;
    std::vector<WordnetLink> links_;
};

}  // namespace

ReadTaxonomy read_wordnet(const Context& context, const SourceText& data, const SourceText& index) {
    const SenseOrder order(index);
    NounReader reader(data, order);
    return {reader.take().build(data.file, context), {}};
}

}  // namespace lethe::knowledge
