#include "lethe/documents/find/model/word_features.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::uint64_t kFeaturePrime = 0x9E3779B97F4A7C15U;

std::uint64_t mixed_in(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * kFeaturePrime;
    return hash ^ (hash >> 29);
}

std::uint32_t hash_of_text(std::string_view text) {
    std::uint64_t hash = text.size() * kFeaturePrime;
    for (const char c : text) hash = mixed_in(hash, static_cast<unsigned char>(c));
    hash = mixed_in(hash, 0x51);
    return static_cast<std::uint32_t>(hash >> 32);
}

// A feature: its template and up to three values.
std::uint32_t feature(std::uint32_t kind, std::uint64_t a, std::uint64_t b = 0,
                      std::uint64_t c = 0) {
    return static_cast<std::uint32_t>(
        mixed_in(mixed_in(mixed_in(mixed_in(kFeaturePrime, kind), a), b + 1), c + 1) >> 32);
}

enum FeatureKind : std::uint32_t {
    kLowerCase,
    kShape,
    kLongShape,
    kPrefix,
    kSuffix,
    kInList,
    kUnlisted,
    kSize,
    kPair,    // this word and the next
    kAround,  // the words before and after
    kBefore,  // the two words before
    kAfter,   // the two words after
    kShapes,  // of three
    kShapesLeft,
    kShapesRight,
    kLeftShape,   // word before and shape
    kRightShape,  // shape and word after
    kNearby,      // a word within five places
    kRunHead,
    kRunFirst,
    kRunWhole,
    kRunBefore,
    kRunAfter,
    kRunForm,
    kRunRare,
    kSection,
    kParagraph,
    kFirstInParagraph,
    kElsewhereBefore,
    kElsewhereAfter,
    kElsewhereTitled,
    kElsewhereLower,
    kTimes,
    kBias,
};

struct Word {
    std::string lower;
    std::uint32_t hash = 0;        // of lower
    std::uint32_t shape = 0;       // "Xx", "XX", "9", "x", or the mark itself
    std::uint32_t long_shape = 0;  // "Xxxx", "9999": runs kept up to four
    std::uint64_t lists = 0;       // which lists hold it
    bool is_word = false;
    bool capital = false;  // begins with a capital letter
    bool all_capital = false;
    bool number = false;  // has a digit
    bool rare = false;    // in no list of usual words
};

bool is_connector(std::string_view lower) {
    static constexpr std::array<std::string_view, 16> kConnectors{
        "of",  "the", "and", "for", "de", "la", "von", "van",
        "der", "du",  "&",   "-",   "’",  "'",  ".",   "s"};
    return std::find(kConnectors.begin(), kConnectors.end(), lower) != kConnectors.end();
}

bool is_title_word(std::string_view lower) {
    static constexpr std::array<std::string_view, 24> kTitles{
        "mr",         "mrs",     "ms",      "miss",    "dr",       "prof",
        "professor",  "sir",     "lord",    "lady",    "judge",    "doctor",
        "president",  "madam",   "dame",    "captain", "minister", "secretary",
        "ambassador", "general", "colonel", "king",    "senator",  "chairman"};
    return std::find(kTitles.begin(), kTitles.end(), lower) != kTitles.end();
}

Word make_word(std::string_view text, const std::vector<WordList>& lists) {
    Word word;
    word.lower = language::lower_case(text);
    word.hash = hash_of_text(word.lower);
    std::string shape;
    std::string long_shape;
    bool first = true;
    bool any_lower = false;
    for (std::size_t at = 0; at < text.size();) {
        const language::Character c = language::character_at(text, at);
        at += static_cast<std::size_t>(c.length);
        const char sign = language::is_digit(c.code)   ? '9'
                          : language::is_upper(c.code) ? 'X'
                          : language::is_word(c.code)  ? 'x'
                                                       : '?';
        if (first) word.is_word = sign != '?';
        if (first) word.capital = sign == 'X';
        word.number = word.number || sign == '9';
        any_lower = any_lower || sign == 'x';
        if (shape.empty() || shape.back() != sign) shape += sign;
        if (long_shape.size() < 4 ||
            long_shape.compare(long_shape.size() - 4, 4, std::string(4, sign)) != 0) {
            long_shape += sign;
        }
        first = false;
    }
    word.all_capital = word.capital && !any_lower;
    if (!word.is_word) shape = long_shape = std::string(text);
    word.shape = hash_of_text(shape);
    word.long_shape = hash_of_text(long_shape);
    if (word.is_word && !word.number) {
        const std::uint32_t print = word_print(text);
        bool usual = false;
        for (std::size_t i = 0; i < lists.size() && i < 64; ++i) {
            if (!lists[i].holds(print)) continue;
            word.lists |= std::uint64_t{1} << i;
            usual = usual || lists[i].name == "usual";
        }
        word.rare = !usual;
    }
    return word;
}

// The first or last `count` characters in bytes of a lower-case word, or nothing if it is shorter.
std::string_view prefix(std::string_view lower, int count) {
    std::size_t at = 0;
    for (int i = 0; i < count; ++i) {
        if (at >= lower.size()) return {};
        at += static_cast<std::size_t>(language::character_at(lower, at).length);
    }
    return lower.substr(0, at);
}

std::string_view suffix(std::string_view lower, int count) {
    std::size_t at = lower.size();
    for (int i = 0; i < count; ++i) {
        if (at == 0) return {};
        do --at;
        while (at > 0 && (static_cast<unsigned char>(lower[at]) & 0xC0U) == 0x80U);
    }
    return lower.substr(at);
}

// The features that a word gives to a token `offset` places away.
void word_features(const Word& word, int offset, std::vector<std::uint32_t>& out) {
    const auto place = static_cast<std::uint64_t>(offset + kReach);
    const auto add = [&](FeatureKind kind, std::uint64_t a, std::uint64_t b = 0) {
        out.push_back(feature(kind, a, b, place));
    };
    add(kLowerCase, word.hash);
    add(kShape, word.shape);
    if (offset < -1 || offset > 1) return;
    for (std::uint64_t i = 0; i < 64; ++i) {
        if ((word.lists >> i & 1) != 0) add(kInList, i);
    }
    if (word.is_word && !word.number && word.lists == 0) add(kUnlisted, word.shape);
    if (word.is_word) {
        if (const auto end = suffix(word.lower, 3); !end.empty())
            add(kSuffix, hash_of_text(end), 3);
    }
    if (offset != 0) return;
    add(kBias, 0);
    add(kLongShape, word.long_shape);
    if (!word.is_word) return;
    for (const int size : {2, 3, 4}) {
        if (const auto start = prefix(word.lower, size); !start.empty()) {
            add(kPrefix, hash_of_text(start), static_cast<std::uint64_t>(size));
        }
        if (size == 3) continue;
        if (const auto end = suffix(word.lower, size); !end.empty()) {
            add(kSuffix, hash_of_text(end), static_cast<std::uint64_t>(size));
        }
    }
    add(kSize, std::min<std::size_t>(word.lower.size(), 12));
}

// The run of capitalised words around each token: [first, last], or none.
struct Run {
    std::uint32_t first = 1;
    std::uint32_t last = 0;
    bool none() const { return first > last; }
};

}  // namespace

bool WordList::holds(std::uint32_t print) const {
    return std::binary_search(prints.begin(), prints.end(), print);
}

std::uint32_t word_print(std::string_view word) {
    const std::string plain = language::plain_letters(word);
    std::uint64_t hash = 0xC2B2AE3D27D4EB4FU;
    for (const char c : plain) hash = mixed_in(hash, static_cast<unsigned char>(c));
    return static_cast<std::uint32_t>(mixed_in(hash, plain.size()) >> 32);
}

void finish(WordList& list) {
    std::sort(list.prints.begin(), list.prints.end());
    list.prints.erase(std::unique(list.prints.begin(), list.prints.end()), list.prints.end());
}

void add_list(std::vector<WordList>& lists, WordList list) {
    const auto same = std::find_if(lists.begin(), lists.end(),
                                   [&](const WordList& other) { return other.name == list.name; });
    if (same == lists.end()) {
        lists.push_back(std::move(list));
        return;
    }
    same->prints.insert(same->prints.end(), list.prints.begin(), list.prints.end());
    finish(*same);
}

DocumentFeatures make_features(std::string_view text, const std::vector<language::Token>& tokens,
                               const std::vector<WordList>& lists) {
    DocumentFeatures result;
    const std::size_t n = tokens.size();
    std::vector<Word> words;
    std::vector<std::uint32_t>& type_of = result.type_of;
    type_of.resize(n);
    {
        std::unordered_map<std::string_view, std::uint32_t> types;
        types.reserve(n / 2 + 16);
        for (std::size_t t = 0; t < n; ++t) {
            const std::string_view word = tokens[t].of(text);
            const auto [at, fresh] = types.emplace(word, static_cast<std::uint32_t>(words.size()));
            if (fresh) words.push_back(make_word(word, lists));
            type_of[t] = at->second;
        }
    }
    for (const Word& word : words) {
        for (int offset = -kReach; offset <= kReach; ++offset) {
            word_features(word, offset, result.type_features);
            result.type_begin.push_back(static_cast<std::uint32_t>(result.type_features.size()));
        }
    }
    const auto word_at = [&](std::size_t t) -> const Word& { return words[type_of[t]]; };

    // Paragraphs: lines; very long ones are cut, so that no sequence is without end.
    constexpr std::size_t kLongest = 2000;
    std::vector<std::uint32_t>& begins = result.sequence_begin;
    std::vector<std::uint32_t> section_of;  // of each paragraph
    std::uint32_t section = 0;
    for (std::size_t t = 0; t < n; ++t) {
        const std::size_t from = t == 0 ? 0 : tokens[t - 1].end;
        const bool line =
            text.substr(from, tokens[t].begin - from).find('\n') != std::string_view::npos;
        if (t == 0 || line || t - begins.back() >= kLongest) {
            begins.push_back(static_cast<std::uint32_t>(t));
        }
    }
    if (n == 0) begins.push_back(0);
    begins.push_back(static_cast<std::uint32_t>(n));
    std::vector<std::uint32_t> paragraph_of(n);
    section_of.resize(begins.size());
    for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
        bool heading = begins[p + 1] - begins[p] <= 8;
        for (std::size_t t = begins[p]; t < begins[p + 1]; ++t) {
            paragraph_of[t] = static_cast<std::uint32_t>(p);
            heading = heading && (!word_at(t).is_word || word_at(t).capital || word_at(t).number);
        }
        if (heading && begins[p] < begins[p + 1]) section = word_at(begins[p + 1] - 1).hash;
        section_of[p] = section;
    }

    // Runs of capitalised words, connected by "of" and the like.
    std::vector<Run> runs(n);
    for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
        for (std::size_t t = begins[p]; t < begins[p + 1]; ++t) {
            if (!word_at(t).capital) continue;
            std::size_t last = t;
            for (std::size_t next = t + 1; next < begins[p + 1]; ++next) {
                if (word_at(next).capital) {
                    last = next;
                } else if (!is_connector(word_at(next).lower) || next - last > 2) {
                    break;
                }
            }
            for (std::size_t i = t; i <= last; ++i) {
                runs[i] = {static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(last)};
            }
            t = last;
        }
    }

    // What a word does elsewhere.
    struct Use {
        std::uint32_t count = 0;
        bool titled = false;
        std::array<std::uint32_t, 4> places{};
    };
    std::vector<Use> uses(words.size());
    std::unordered_map<std::uint32_t, char> lower_words;
    for (std::size_t t = 0; t < n; ++t) {
        Use& use = uses[type_of[t]];
        if (use.count < use.places.size()) use.places[use.count] = static_cast<std::uint32_t>(t);
        ++use.count;
        const bool dotted = t > 1 && words[type_of[t - 1]].lower == ".";
        if (t > 0 && is_title_word(word_at(t - (dotted ? 2 : 1)).lower)) use.titled = true;
        if (!word_at(t).capital) lower_words.emplace(word_at(t).hash, 1);
    }

    result.place_begin.reserve(n + 1);
    result.place_features.reserve(n * 24);
    for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
        const std::size_t from = begins[p];
        const std::size_t to = begins[p + 1];
        for (std::size_t t = from; t < to; ++t) {
            const Word& word = word_at(t);
            const auto hash = [&](std::int64_t offset) -> std::uint64_t {
                const std::int64_t at = static_cast<std::int64_t>(t) + offset;
                if (at < static_cast<std::int64_t>(from)) return 1;
                if (at >= static_cast<std::int64_t>(to)) return 2;
                return word_at(static_cast<std::size_t>(at)).hash;
            };
            const auto shape = [&](std::int64_t offset) -> std::uint64_t {
                const std::int64_t at = static_cast<std::int64_t>(t) + offset;
                if (at < static_cast<std::int64_t>(from)) return 1;
                if (at >= static_cast<std::int64_t>(to)) return 2;
                return word_at(static_cast<std::size_t>(at)).shape;
            };
            const auto add = [&](FeatureKind kind, std::uint64_t a, std::uint64_t b = 0,
                                 std::uint64_t c = 0) {
                result.place_features.push_back(feature(kind, a, b, c));
            };
            add(kPair, hash(-1), hash(0), 0);
            add(kPair, hash(0), hash(1), 1);
            add(kAround, hash(-1), hash(1));
            add(kBefore, hash(-2), hash(-1));
            add(kAfter, hash(1), hash(2));
            add(kShapes, shape(-1), shape(0), shape(1));
            add(kShapesLeft, shape(-2), shape(-1), shape(0));
            add(kShapesRight, shape(0), shape(1), shape(2));
            add(kLeftShape, hash(-1), word.long_shape);
            add(kRightShape, word.long_shape, hash(1));
            if (t == from) add(kFirstInParagraph, word.shape);
            const bool telling = word.capital || word.number;
            if (!telling) {
                result.place_begin.push_back(
                    static_cast<std::uint32_t>(result.place_features.size()));
                continue;
            }
            add(kSection, section_of[p], word.long_shape);
            add(kParagraph, std::min<std::size_t>(p, 16), word.shape);
            for (std::int64_t offset = -5; offset <= 5; ++offset) {
                if (offset >= -1 && offset <= 1) continue;
                add(kNearby, hash(offset), offset < 0 ? 0 : 1, word.number ? 1 : 0);
            }
            const Use& use = uses[type_of[t]];
            add(kTimes, std::min<std::uint32_t>(use.count, 6), word.shape);
            if (use.titled) add(kElsewhereTitled, word.shape);
            if (word.capital && lower_words.contains(word.hash)) add(kElsewhereLower, word.shape);
            for (std::size_t i = 0; i < std::min<std::size_t>(use.count, use.places.size()); ++i) {
                const std::size_t other = use.places[i];
                if (other == t || word.number) continue;
                if (other > 0) add(kElsewhereBefore, word_at(other - 1).hash);
                if (other + 1 < n) add(kElsewhereAfter, word_at(other + 1).hash);
            }
            if (const Run run = runs[t]; !run.none()) {
                bool rare = false;
                std::uint64_t run_lists = 0;
                std::uint64_t whole = 7;
                for (std::size_t i = run.first; i <= run.last; ++i) {
                    rare = rare || (word_at(i).rare && word_at(i).is_word && word_at(i).capital);
                    if (word_at(i).capital) run_lists |= word_at(i).lists;
                    whole = mixed_in(whole, word_at(i).hash);
                }
                const std::size_t length = run.last - run.first + 1;
                const std::uint64_t head = word_at(run.last).hash;
                const std::uint64_t place = length == 1      ? 0
                                            : t == run.first ? 1
                                            : t == run.last  ? 2
                                                             : 3;
                add(kRunHead, head, place);
                add(kRunHead, head, rare ? 11 : 10);
                add(kRunFirst, word_at(run.first).hash, place);
                add(kRunWhole, whole);
                add(kRunForm, std::min<std::size_t>(length, 6), place, rare ? 1 : 0);
                add(kRunRare, run_lists, rare ? 1 : 0);
                add(kRunBefore, run.first > from ? word_at(run.first - 1).hash : 1, place);
                add(kRunAfter, run.last + 1 < to ? word_at(run.last + 1).hash : 2, place);
            }
            result.place_begin.push_back(static_cast<std::uint32_t>(result.place_features.size()));
        }
    }
    return result;
}

}  // namespace lethe::documents
