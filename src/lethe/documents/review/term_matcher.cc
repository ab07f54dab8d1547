// A text is a row of pieces: its words, in small letters without accents, words with underscores
// cut at them. A piece is given the stems that it may stand for: its own, where a term has a word
// of that stem; otherwise, unless it is an ordinary word, the stems of all words of terms that are
// one edit away (of the word or of its stem). A term is found where its stems follow one another,
// with space, hyphens or slashes between.
//
// Separators inside words: a term of several words may also be written in one ("email" for
// "e-mail"), and two pieces may stand for one word when a hyphen joins them ("e-mail" for "email",
// "wea-" and, on the next line, "pon"), or a space after a single letter other than a and i
// ("e mail"). Two ordinary words are not joined to a misspelling.
//
// An acronym (IT) is the term only in capitals, to the letter; and where it would be a word of
// grammar, only beside a word that is not in capitals, since whole telegrams are written in them.
//
// Texts repeat their words, so what a word may stand for is remembered, in a table of fixed size: a
// word costs a comparison, not a stem and ten questions to an index.
#include "lethe/documents/review/term_matcher.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "lethe/documents/find/near_words.h"
#include "lethe/knowledge/gloss_words.h"
#include "lethe/language/characters.h"
#include "lethe/language/stem.h"

namespace lethe::documents {
namespace {

constexpr int kTermPlaceBits = 15;
constexpr std::size_t kLongestRemembered = 27;
constexpr std::size_t kLeastCapitalised = 7;  // letters of a misspelt word with a capital
constexpr std::size_t kLeastJoined = 4;       // letters of a term that is written in one word

// What a piece may stand for: nothing, one stem, or the list of stems it is a misspelling of.
using Standing = std::int32_t;
constexpr Standing kNoStanding = 0;
constexpr Standing one_stem(std::int32_t stem) { return stem + 1; }
constexpr Standing misspelling(std::size_t list) { return -1 - static_cast<Standing>(list); }

struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Standing standing = kNoStanding;

    std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

// One way to write a term.
struct Form {
    std::vector<std::int32_t> stems;
    std::int32_t term = 0;
};

struct TermSpelling {
    std::string joined;  // its words in one
    bool in_capitals = false;
    bool grammar = false;
};

void to_plain(std::string_view word, std::string& plain) {
    plain.resize(word.size());
    unsigned char any = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto c = static_cast<unsigned char>(word[i]);
        any |= c;
        plain[i] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    if (any >= 128) plain = language::plain_letters(word);
}

// What words are compared by: their stems. Those of one or two letters stand for themselves, lest
// "US" be what is left of "use".
std::string key_of(std::string_view word, language::Stemmer& stemmer) {
    if (word.size() <= 2) return std::string(word) + '.';
    return std::string(stemmer.stem(word));
}

bool begins_in_capitals(std::string_view word) {
    return language::is_upper(language::character_at(word, 0).code);
}

std::vector<std::string> plain_words(std::string_view text) {
    std::vector<std::string> words;
    for (const language::Token& token : language::words_of(text))
        to_plain(token.of(text), words.emplace_back());
    return words;
}

bool has_small_letter(std::string_view word) {
    for (std::size_t at = 0; at < word.size();) {
        const language::Character c = language::character_at(word, at);
        if (language::is_lower(c.code)) return true;
        at += static_cast<std::size_t>(c.length);
    }
    return false;
}

// Between the words of a term.
bool separates(std::string_view gap) {
    int line_ends = 0;
    for (std::size_t at = 0; at < gap.size();) {
        const language::Character c = language::character_at(gap, at);
        if (c.code == '\n' && ++line_ends > 1) return false;
        if (c.code != '-' && c.code != '_' && c.code != '/' && c.code != 0x2010 &&
            c.code != 0x2011 && c.code != 0xAD && !language::is_space(c.code)) {
            return false;
        }
        at += static_cast<std::size_t>(c.length);
    }
    return true;
}

// A hyphen, at most followed by the end of the line.
bool joins(std::string_view gap) {
    constexpr std::array<std::string_view, 4> kHyphens = {"-", "_", "\u2010", "\u00AD"};
    for (const std::string_view hyphen : kHyphens) {
        if (!gap.starts_with(hyphen)) continue;
        const std::string_view rest = gap.substr(hyphen.size());
        if (rest.empty()) return true;
        return hyphen != "_" && (rest == "\n" || rest == "\r\n");
    }
    return false;
}

}  // namespace

std::string_view name(HitKind kind) {
    constexpr std::array<std::string_view, 3> kNames = {"exact", "stem", "misspelt"};
    return kNames[static_cast<std::size_t>(kind)];
}

struct TermMatcher::State {
    OrdinaryWords ordinary;
    std::unordered_map<std::string, std::int32_t> stems;
    NearWords near_words;
    std::vector<TermSpelling> spellings;        // of each term
    std::vector<std::vector<Form>> beginnings;  // by first stem

    std::int32_t stem_number(const std::string& word, language::Stemmer& stemmer) {
        const auto [place, fresh] =
            stems.emplace(key_of(word, stemmer), static_cast<std::int32_t>(stems.size()));
        if (fresh) beginnings.emplace_back();
        near_words.add(word, place->second);
        return place->second;
    }

    void add(const RiskTerm& term, language::Stemmer& stemmer) {
        const auto number = static_cast<std::int32_t>(spellings.size());
        TermSpelling spelling{{}, term.in_capitals, is_function_word(term.text)};
        Form form{{}, number};
        for (const std::string& word : plain_words(term.text)) {
            form.stems.push_back(stem_number(word, stemmer));
            spelling.joined += word;
        }
        if (form.stems.size() > 1 && !term.in_capitals && spelling.joined.size() >= kLeastJoined) {
            const std::int32_t stem = stem_number(spelling.joined, stemmer);
            beginnings[static_cast<std::size_t>(stem)].push_back({{stem}, number});
        }
        spellings.push_back(std::move(spelling));
        if (form.stems.empty()) return;
        const auto first = static_cast<std::size_t>(form.stems.front());
        beginnings[first].push_back(std::move(form));
    }
};

TermMatcher::TermMatcher(const std::vector<RiskTerm>& terms, OrdinaryWords ordinary)
    : state_(std::make_unique<State>()) {
    state_->ordinary = std::move(ordinary);
    language::Stemmer stemmer;
    for (const RiskTerm& term : terms) state_->add(term, stemmer);
}
TermMatcher::~TermMatcher() = default;
TermMatcher::TermMatcher(TermMatcher&&) noexcept = default;

struct TermReader::State {
    explicit State(const TermMatcher::State& matcher) : known(matcher) {}

    TermHits run();

    // What a word may stand for; where it is not known, and `guess`, what it may be a misspelling
    // of.
    Standing work_out(std::string_view word, bool guess);
    Standing standing_of(std::string_view word);  // the same, remembered
    bool is_ordinary(std::string_view lower) {
        return known.ordinary.has_stem(stemmer.stem(lower));
    }
    bool stands_for(Standing standing, std::int32_t stem) const;

    std::string_view gap(std::size_t at) const {
        return text.substr(pieces[at].end, pieces[at + 1].begin - pieces[at].end);
    }
    bool may_join(std::size_t at) const;
    Standing joined(std::size_t at);

    // The terms that begin at a piece, the best of which is kept.
    void start(std::size_t at, Standing standing, std::size_t covered);
    void follow(const Form& form, std::size_t first, std::size_t done, std::size_t at,
                bool misspelt);
    void take(const Form& form, std::size_t first, std::size_t end, bool misspelt);
    bool is_acronym(const TermSpelling& spelling, std::size_t first, std::size_t end) const;

    struct Place {
        std::uint8_t size = 0;
        std::array<char, kLongestRemembered> word;
        Standing standing = kNoStanding;
    };
    static_assert(sizeof(Place) == 32);

    const TermMatcher::State& known;
    std::vector<Place> places = std::vector<Place>(std::size_t{1} << kTermPlaceBits);
    std::map<std::vector<std::int32_t>, Standing> misspelling_numbers;
    std::vector<std::vector<std::int32_t>> misspellings;  // lists of stems, ascending
    language::Stemmer stemmer;
    std::string word;

    std::string_view text;
    std::vector<Piece> pieces;
    TermHit best;
    std::size_t best_end = 0;  // 0: none yet
};

namespace {

std::size_t term_place_of(std::string_view word) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (word.size() >= 8) {
        std::memcpy(&first, word.data(), 8);
        std::memcpy(&last, word.data() + word.size() - 8, 8);
    } else {
        for (const char c : word) first = first << 8 | static_cast<unsigned char>(c);
    }
    const std::uint64_t mixed =
        (first ^ last * 0x9E3779B97F4A7C15U ^ word.size() << 56) * 0xD6E8FEB86659FD93U;
    return static_cast<std::size_t>(mixed >> (64 - kTermPlaceBits));
}

}  // namespace

Standing TermReader::State::work_out(std::string_view lower, bool guess) {
    const std::string stem = key_of(lower, stemmer);
    const auto found = known.stems.find(stem);
    if (found != known.stems.end()) return one_stem(found->second);
    if (!guess || known.ordinary.has_stem(stem)) return kNoStanding;
    std::vector<std::int32_t> near;
    known.near_words.find(lower, near);
    if (lower.ends_with('s')) known.near_words.find(lower.substr(0, lower.size() - 1), near);
    if (near.empty()) return kNoStanding;
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    const auto [number, fresh] =
        misspelling_numbers.emplace(near, misspelling(misspellings.size()));
    if (fresh) misspellings.push_back(std::move(near));
    return number->second;
}

Standing TermReader::State::standing_of(std::string_view lower) {
    if (lower.size() > kLongestRemembered) return work_out(lower, true);
    Place& place = places[term_place_of(lower)];
    if (place.size == lower.size() &&
        std::memcmp(place.word.data(), lower.data(), lower.size()) == 0) {
        return place.standing;
    }
    place.standing = work_out(lower, true);
    place.size = static_cast<std::uint8_t>(lower.size());
    std::memcpy(place.word.data(), lower.data(), lower.size());
    return place.standing;
}

bool TermReader::State::stands_for(Standing standing, std::int32_t stem) const {
    if (standing >= 0) return standing == one_stem(stem);
    const auto& stems = misspellings[static_cast<std::size_t>(-1 - standing)];
    return std::binary_search(stems.begin(), stems.end(), stem);
}

bool TermReader::State::may_join(std::size_t at) const {
    if (at + 1 >= pieces.size()) return false;
    const Piece& piece = pieces[at];
    const char next = text[piece.end];
    if (next == ' ') {
        if (piece.end - piece.begin > 1 || pieces[at + 1].begin != piece.end + 1) return false;
        const char letter = text[piece.begin];
        return letter != 'a' && letter != 'A' && letter != 'i' && letter != 'I';
    }
    return (next == '-' || next == '_' || static_cast<unsigned char>(next) >= 128) &&
           joins(gap(at));
}

Standing TermReader::State::joined(std::size_t at) {
    std::string first;
    std::string second;
    to_plain(pieces[at].of(text), first);
    to_plain(pieces[at + 1].of(text), second);
    return work_out(first + second, !is_ordinary(first) || !is_ordinary(second));
}

void TermReader::State::start(std::size_t at, Standing standing, std::size_t covered) {
    const auto try_stem = [&](std::int32_t stem) {
        for (const Form& form : known.beginnings[static_cast<std::size_t>(stem)]) {
            follow(form, at, 1, at + covered, standing < 0);
        }
    };
    if (standing > 0) try_stem(standing - 1);
    if (standing >= 0) return;
    const std::size_t list = static_cast<std::size_t>(-1 - standing);
    for (std::size_t i = 0; i < misspellings[list].size(); ++i) try_stem(misspellings[list][i]);
}

void TermReader::State::follow(const Form& form, std::size_t first, std::size_t done,
                               std::size_t at, bool misspelt) {
    if (done == form.stems.size()) return take(form, first, at, misspelt);
    if (at >= pieces.size() || !separates(gap(at - 1))) return;
    const Standing standing = pieces[at].standing;
    if (stands_for(standing, form.stems[done])) {
        follow(form, first, done + 1, at + 1, misspelt || standing < 0);
    }
    if (!may_join(at)) return;
    const Standing both = joined(at);
    if (stands_for(both, form.stems[done])) {
        follow(form, first, done + 1, at + 2, misspelt || both < 0);
    }
}

void TermReader::State::take(const Form& form, std::size_t first, std::size_t end, bool misspelt) {
    const TermSpelling& spelling = known.spellings[static_cast<std::size_t>(form.term)];
    std::string written;
    for (std::size_t at = first; at < end; ++at) {
        to_plain(pieces[at].of(text), word);
        written += word;
    }
    const HitKind kind = misspelt                     ? HitKind::misspelt
                         : written == spelling.joined ? HitKind::exact
                                                      : HitKind::stem;
    if (spelling.in_capitals && (kind != HitKind::exact || !is_acronym(spelling, first, end))) {
        return;
    }
    if (best_end != 0 &&
        (end < best_end ||
         (end == best_end && std::pair(kind, form.term) >= std::pair(best.kind, best.term)))) {
        return;
    }
    best = {{pieces[first].begin, pieces[end - 1].end}, form.term, kind};
    best_end = end;
}

bool TermReader::State::is_acronym(const TermSpelling& spelling, std::size_t first,
                                   std::size_t end) const {
    for (std::size_t at = first; at < end; ++at) {
        if (has_small_letter(pieces[at].of(text))) return false;
    }
    if (!spelling.grammar) return true;
    return (first > 0 && has_small_letter(pieces[first - 1].of(text))) ||
           (end < pieces.size() && has_small_letter(pieces[end].of(text)));
}

TermHits TermReader::State::run() {
    TermHits hits;
    for (std::size_t at = 0; at < pieces.size();) {
        best_end = 0;
        start(at, pieces[at].standing, 1);
        if (may_join(at)) start(at, joined(at), 2);
        if (best_end != 0) hits.push_back(best);
        at = best_end != 0 ? best_end : at + 1;
    }
    return hits;
}

TermReader::TermReader(const TermMatcher& matcher)
    : state_(std::make_unique<State>(*matcher.state_)) {}
TermReader::~TermReader() = default;
TermReader::TermReader(TermReader&&) noexcept = default;

TermHits TermReader::find(std::string_view text, const std::vector<language::Token>& words) {
    State& state = *state_;
    state.text = text;
    state.pieces.clear();
    for (const language::Token& token : words) {
        const std::string_view written = token.of(text);
        to_plain(written, state.word);
        Standing standing = state.standing_of(state.word);
        if (standing < 0 && state.word.size() < kLeastCapitalised && begins_in_capitals(written)) {
            standing = kNoStanding;
        }
        state.pieces.push_back({token.begin, token.end, standing});
    }
    return state.run();
}

}  // namespace lethe::documents
