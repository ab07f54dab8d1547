// The user's patterns may be anything that RE2 takes, so they are searched everywhere, in blocks of
// lines: a block bounds what one match can reach and keeps the time linear in the text. A block
// that a long line fills is cut, and the next one begins a little earlier, so that what stands on
// the cut is found whole.
#include "lethe/documents/find/patterns/pattern_user.h"

#include <re2/re2.h>

#include <algorithm>
#include <string>
#include <utility>

#include "lethe/documents/find/list_finder.h"
#include "lethe/documents/find/patterns/pattern_context.h"
#include "lethe/language/characters.h"
#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kPatternBlock = 8192;
constexpr std::size_t kOverlap = 1024;
constexpr std::int64_t kMemory = 16LL << 20;

struct UserPattern {
    std::size_t entity = 0;
    std::unique_ptr<RE2> pattern;
};

bool starts_character_at(std::string_view text, std::size_t at) {
    return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

// Where the block that begins at `begin` ends.
std::size_t block_end(std::string_view text, std::size_t begin) {
    if (text.size() - begin <= kPatternBlock) return text.size();
    const std::size_t line = text.rfind('\n', begin + kPatternBlock);
    if (line != std::string_view::npos && line > begin + kOverlap) return line + 1;
    std::size_t end = begin + kPatternBlock;
    while (!starts_character_at(text, end)) ++end;
    return end;
}

std::string joined_phrases(const std::vector<std::string>& phrases) {
    std::string all;
    for (const std::string& phrase : phrases) all += language::lower_case(phrase) + "|";
    return all;
}

}  // namespace

struct UserPatterns::State {
    std::vector<UserEntity> entities;
    std::vector<ContextWords> contexts;
    std::vector<UserPattern> patterns;
    std::unique_ptr<ListFinder> phrases;

    void search(std::string_view text, language::Span block, std::int64_t from,
                const UserPattern& pattern, float least_score, Mentions& found) const;
    float score(std::string_view text, std::size_t entity, std::int64_t begin) const;
};

UserPatterns::UserPatterns(const std::vector<UserEntity>& entities)
    : state_(std::make_unique<State>()) {
    state_->entities = entities;
    RE2::Options options;
    options.set_longest_match(true);
    options.set_log_errors(false);
    options.set_max_mem(kMemory);
    Problems problems;
    std::vector<NameList> lists;
    for (std::size_t i = 0; i < entities.size(); ++i) {
        const UserEntity& entity = state_->entities[i];
        state_->contexts.emplace_back(joined_phrases(entity.context));
        for (const std::string& text : entity.patterns) {
            auto pattern = std::make_unique<RE2>(text, options);
            if (!pattern->ok()) {
                problems.push_back({"the pattern \"" + text + "\" of \"" + entity.name +
                                        "\" is not one: " + pattern->error() +
                                        " (patterns are written in RE2's syntax)",
                                    {{}, 0, 0, entity.name}});
            } else {
                state_->patterns.push_back({i, std::move(pattern)});
            }
        }
        if (entity.phrases.empty()) continue;
        lists.push_back({entity.category, entity.name, entity.phrases, true, entity.score});
    }
    throw_if_any(std::move(problems));
    if (!lists.empty()) state_->phrases = std::make_unique<ListFinder>(lists);
}

UserPatterns::~UserPatterns() = default;

float UserPatterns::State::score(std::string_view text, std::size_t entity,
                                 std::int64_t begin) const {
    const float alone = entities[entity].score;
    if (contexts[entity].empty()) return alone;
    return contexts[entity].any_of(ContextBefore(text, static_cast<std::size_t>(begin)))
               ? with_context(alone)
               : alone;
}

void UserPatterns::State::search(std::string_view text, language::Span block, std::int64_t from,
                                 const UserPattern& pattern, float least_score,
                                 Mentions& found) const {
    const std::string_view piece = block.of(text);
    const re2::StringPiece whole(piece.data(), piece.size());
    std::size_t at = 0;
    re2::StringPiece match;
    while (at < piece.size() &&
           pattern.pattern->Match(whole, at, piece.size(), RE2::UNANCHORED, &match, 1)) {
        const auto offset = static_cast<std::size_t>(match.data() - piece.data());
        at = offset + std::max<std::size_t>(1, match.size());
        while (!starts_character_at(piece, at)) ++at;
        Mention mention;
        mention.span.begin = block.begin + static_cast<std::int64_t>(offset);
        mention.span.end = mention.span.begin + static_cast<std::int64_t>(match.size());
        if (mention.span.empty() || mention.span.end <= from) continue;
        if (!starts_character_at(text, static_cast<std::size_t>(mention.span.begin)) ||
            !starts_character_at(text, static_cast<std::size_t>(mention.span.end))) {
            continue;
        }
        mention.category = entities[pattern.entity].category;
        mention.pattern = entities[pattern.entity].name;
        mention.score = score(text, pattern.entity, mention.span.begin);
        if (mention.score >= least_score) found.push_back(mention);
    }
}

void UserPatterns::find(std::string_view text, float least_score, Mentions& found) const {
    for (const UserPattern& pattern : state_->patterns) {
        std::size_t done = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = block_end(text, begin);
            state_->search(text, {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)},
                           static_cast<std::int64_t>(done), pattern, least_score, found);
            done = end;
            if (end == text.size()) break;
            begin = text[end - 1] == '\n' ? end : end - kOverlap;
            while (!starts_character_at(text, begin)) ++begin;
        }
    }
    if (state_->phrases == nullptr) return;
    for (Mention mention : state_->phrases->find(text, language::tokenise(text))) {
        mention.source = MentionSource::pattern;
        const auto entity =
            std::find_if(state_->entities.begin(), state_->entities.end(),
                         [&](const UserEntity& one) { return one.name == mention.pattern; });
        mention.pattern = entity->name;
        mention.score = state_->score(
            text, static_cast<std::size_t>(entity - state_->entities.begin()), mention.span.begin);
        if (mention.score >= least_score) found.push_back(mention);
    }
}

}  // namespace lethe::documents
