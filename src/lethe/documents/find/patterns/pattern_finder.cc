// Patterns.
//
// A text of a gigabyte and some two hundred patterns: trying each pattern everywhere would take
// hours. But a pattern begins at a digit, at an @, at the name of a month, and most of a text has
// none of them. So one pass (pattern_scan) lists the places where something may begin, by kind. For
// each kind all patterns together are one RE2::Set, a single automaton that is run from the place
// on and dies after a few bytes; only the patterns that it names are matched one by one, to learn
// where they end. A window bounds what is looked at from a place, so that the time is linear in the
// text whatever stands in it.
//
// What a match is worth: a failed check drops it. Else it has the score of its row, and a word of
// its context among the five words before takes three quarters of the remaining doubt away.
#include "lethe/documents/find/patterns/pattern_finder.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/documents/find/patterns/pattern_context.h"
#include "lethe/documents/find/patterns/pattern_row.h"
#include "lethe/documents/find/patterns/pattern_scan.h"
#include "lethe/documents/find/patterns/pattern_user.h"
#include "lethe/language/ascii.h"
#include "lethe/language/characters.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kWindow = 256;
constexpr std::int64_t kSetMemory = 64LL << 20;
constexpr int kStarts = 9;

RE2::Options options_for_table() {
    RE2::Options options;
    options.set_longest_match(true);
    options.set_log_errors(false);
    options.set_max_mem(kSetMemory);
    return options;
}

struct CompiledRow {
    const PatternRow* row;
    std::unique_ptr<RE2> pattern;
    bool group = false;
    ContextWords context;
};

struct Group {
    std::unique_ptr<RE2::Set> set;
    std::vector<const CompiledRow*> rows;
};

// What is found at one place; kept from place to place to save its memory.
struct Scratch {
    std::vector<int> matched;
    Mentions found;
    Mentions called;  // those whose context names them
};

bool is_called(const Scratch& scratch, const Mention& mention) {
    return std::any_of(scratch.called.begin(), scratch.called.end(), [&](const Mention& called) {
        return called.pattern == mention.pattern && called.span == mention.span;
    });
}

bool is_wanted(const PatternRow& row, const PatternOptions& options) {
    const float best = row.context.empty() ? row.score : with_context(row.score);
    if (best < options.least_score) return false;
    if (row.country.empty() || options.countries.empty()) return true;
    return std::any_of(
        options.countries.begin(), options.countries.end(), [&](const std::string& country) {
            return language::lower_case(country) == language::lower_case(row.country);
        });
}

void check_countries(const std::vector<std::string>& asked) {
    std::vector<std::string> known;
    for (const PatternRow* row : all_patterns()) {
        if (!row->country.empty()) known.emplace_back(row->country);
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    for (const std::string& country : asked) {
        if (std::none_of(known.begin(), known.end(), [&](const std::string& one) {
                return language::lower_case(one) == language::lower_case(country);
            })) {
            throw Error(ErrorKind::usage, unknown_name("country", country, known));
        }
    }
}

bool cuts_word(std::string_view text, std::size_t at) {
    if (at == 0 || at >= text.size() || !language::is_word(language::character_at(text, at).code))
        return false;
    std::size_t before = at - 1;
    while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0U) == 0x80U) --before;
    return language::is_word(language::character_at(text, before).code);
}

// A number that goes on behind the match was not matched whole: 1996 of 1996/276.
bool cuts_number(std::string_view text, std::size_t at, CategoryId category) {
    if (at == 0 || at + 1 >= text.size()) return false;
    if (!language::is_figure(text[at - 1]) || !language::is_figure(text[at + 1])) return false;
    if (category == kIp) return text[at] == '.';
    return category != kTime && (text[at] == '/' || text[at] == ':');
}

// Of mentions of one category that cover one another the outer one is kept, unless the inner one is
// surer.
Mentions without_parts(Mentions mentions) {
    std::stable_sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
        if (a.span.begin != b.span.begin) return a.span.begin < b.span.begin;
        if (a.span.end != b.span.end) return a.span.end > b.span.end;
        return a.score > b.score;
    });
    Mentions kept;
    kept.reserve(mentions.size());
    for (const Mention& mention : mentions) {
        bool is_part = false;
        for (std::size_t back = 1; back <= std::min<std::size_t>(kept.size(), 12); ++back) {
            const Mention& outer = kept[kept.size() - back];
            is_part =
                is_part || (outer.span.covers(mention.span) && outer.category == mention.category &&
                            outer.score >= mention.score);
        }
        if (!is_part) kept.push_back(mention);
    }
    return kept;
}

}  // namespace

std::vector<const PatternRow*> all_patterns() {
    std::vector<const PatternRow*> all;
    for (const auto rows :
         {generic_patterns(), code_patterns(), phone_patterns(), date_patterns(), money_patterns(),
          address_patterns(), person_patterns(), english_patterns(), west_patterns(),
          east_patterns(), world_patterns()}) {
        for (const PatternRow& row : rows) all.push_back(&row);
    }
    return all;
}

struct PatternFinder::State {
    std::vector<CompiledRow> rows;
    std::array<Group, kStarts> groups;
    KeyWords words;
    float least_score = 0;
    UserPatterns user;

    explicit State(const PatternOptions& options)
        : least_score(options.least_score), user(options.user) {}

    void compile(const PatternOptions& options);
    void match(std::string_view text, StartPlace start, Scratch& scratch, Mentions& found) const;
    void match_row(std::string_view text, std::size_t begin, const CompiledRow& row,
                   std::optional<ContextBefore>& before, Scratch& scratch) const;
};

void PatternFinder::State::compile(const PatternOptions& options) {
    for (const PatternRow* row : all_patterns()) {
        if (!is_wanted(*row, options)) continue;
        CompiledRow made;
        made.row = row;
        made.pattern = std::make_unique<RE2>(with_fragments(row->pattern), options_for_table());
        if (!made.pattern->ok()) {
            throw Error(ErrorKind::internal,
                        "pattern " + std::string(row->name) + ": " + made.pattern->error());
        }
        made.group = made.pattern->NumberOfCapturingGroups() > 0;
        made.context = ContextWords(row->context);
        rows.push_back(std::move(made));
        for (std::string_view rest = row->words; !rest.empty();) {
            const auto end = std::min(rest.find(' '), rest.size());
            words.add(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    for (int start = 0; start < kStarts; ++start) {
        Group& group = groups[static_cast<std::size_t>(start)];
        group.set = std::make_unique<RE2::Set>(options_for_table(), RE2::ANCHOR_START);
        for (const CompiledRow& row : rows) {
            if ((row.row->starts >> start & 1) == 0) continue;
            group.set->Add(row.pattern->pattern(), nullptr);
            group.rows.push_back(&row);
        }
        if (!group.rows.empty() && !group.set->Compile()) {
            throw Error(ErrorKind::internal, "the patterns do not fit their memory");
        }
    }
}

void PatternFinder::State::match_row(std::string_view text, std::size_t begin,
                                     const CompiledRow& row, std::optional<ContextBefore>& before,
                                     Scratch& scratch) const {
    const std::string_view window = text.substr(begin, kWindow);
    std::array<re2::StringPiece, 2> parts;
    const int wanted = row.group ? 2 : 1;
    if (!row.pattern->Match(re2::StringPiece(window.data(), window.size()), 0, window.size(),
                            RE2::ANCHOR_START, parts.data(), wanted)) {
        return;
    }
    const re2::StringPiece& part = parts[static_cast<std::size_t>(wanted - 1)];
    if (part.data() == nullptr || part.empty()) return;
    Mention mention;
    mention.span.begin = part.data() - text.data();
    mention.span.end = mention.span.begin + static_cast<std::int64_t>(part.size());
    if (cuts_word(text, static_cast<std::size_t>(mention.span.begin)) ||
        cuts_word(text, static_cast<std::size_t>(mention.span.end)) ||
        cuts_number(text, static_cast<std::size_t>(mention.span.end), row.row->category)) {
        return;
    }
    if (row.row->passes != nullptr && !row.row->passes(mention.span.of(text))) return;
    mention.category = row.row->category;
    mention.pattern = row.row->name;
    mention.score = row.row->score;
    if (!row.context.empty()) {
        if (!before) before.emplace(text, begin);
        if (row.context.any_of(*before)) {
            mention.score = with_context(mention.score);
            scratch.called.push_back(mention);
        }
    }
    if (mention.score >= least_score) scratch.found.push_back(mention);
}

// A number that its context calls one thing is not another one because a check happens to pass.
void PatternFinder::State::match(std::string_view text, StartPlace start, Scratch& scratch,
                                 Mentions& found) const {
    int bit = 0;
    while ((start.start >> bit & 1) == 0) ++bit;
    const Group& group = groups[static_cast<std::size_t>(bit)];
    if (group.rows.empty()) return;
    const auto begin = static_cast<std::size_t>(start.begin);
    const std::string_view window = text.substr(begin, kWindow);
    std::optional<ContextBefore> before;
    RE2::Set::ErrorInfo error{};
    scratch.found.clear();
    scratch.called.clear();
    if (group.set->Match(re2::StringPiece(window.data(), window.size()), &scratch.matched,
                         &error)) {
        std::sort(scratch.matched.begin(), scratch.matched.end());
        for (const int index : scratch.matched) {
            match_row(text, begin, *group.rows[static_cast<std::size_t>(index)], before, scratch);
        }
    } else if (error.kind != RE2::Set::kNoError) {  // the automaton outgrew its memory
        for (const CompiledRow* row : group.rows) match_row(text, begin, *row, before, scratch);
    }
    for (Mention& mention : scratch.found) {
        for (const Mention& called : scratch.called) {
            if (called.span == mention.span && called.category != mention.category &&
                called.score < mention.score && called.score >= 0.75F &&
                !is_called(scratch, mention)) {
                mention.score = called.score * 0.9F;
            }
        }
        if (mention.score >= least_score) found.push_back(mention);
    }
}

PatternFinder::PatternFinder(const PatternOptions& options) {
    check_countries(options.countries);
    state_ = std::make_unique<State>(options);
    state_->compile(options);
}

PatternFinder::~PatternFinder() = default;
PatternFinder::PatternFinder(PatternFinder&&) noexcept = default;

Mentions PatternFinder::find(std::string_view text) const {
    Mentions found;
    std::vector<StartPlace> places;
    Scratch scratch;
    StartScan scan(text, state_->words);
    for (bool more = true; more;) {
        places.clear();
        more = scan.next(256, places);
        for (const StartPlace& place : places) state_->match(text, place, scratch, found);
    }
    state_->user.find(text, state_->least_score, found);
    return without_parts(std::move(found));
}

std::vector<PatternInfo> PatternFinder::table() {
    std::vector<PatternInfo> table;
    for (const PatternRow* row : all_patterns()) {
        table.push_back(
            {row->name, row->country, row->category, row->check, row->text, row->score});
    }
    return table;
}

}  // namespace lethe::documents
