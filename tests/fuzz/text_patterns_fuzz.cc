// Any bytes are a text: the finders end, and what they find lies within the text, on the boundaries
// of its characters, in order.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lethe/documents/find/known_lists.h"
#include "lethe/documents/find/patterns/pattern_finder.h"
#include "lethe/documents/find/rule_finder.h"
#include "lethe/language/characters.h"

namespace lethe::fuzz::text_patterns {

using namespace lethe::documents;

bool on_boundary(std::string_view text, std::int64_t at) {
    const auto place = static_cast<std::size_t>(at);
    return place == text.size() || (static_cast<unsigned char>(text[place]) & 0xC0U) != 0x80U;
}

// Bytes that are no UTF-8 count as characters of their own, so boundaries are asked of text alone.
void check(std::string_view text, const Mentions& mentions, bool is_text) {
    std::int64_t last = 0;
    for (const Mention& mention : mentions) {
        if (mention.span.begin < last || mention.span.empty()) std::abort();
        if (mention.span.end > std::ssize(text)) std::abort();
        if (mention.score < 0 || mention.score > 1) std::abort();
        if (is_text && !on_boundary(text, mention.span.begin)) std::abort();
        if (is_text && !on_boundary(text, mention.span.end)) std::abort();
        last = mention.span.begin;
    }
}

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const lethe::language::Character c = lethe::language::character_at(text, at);
        if (c.code == 0xFFFD) return false;
        at += static_cast<std::size_t>(c.length);
    }
    return true;
}

void run(std::string_view bytes) {
    static const PatternFinder patterns([] {
        PatternOptions options;
        options.least_score = 0;
        options.user.push_back({kOther, "user", {"[a-z]+-[0-9]*", ".?é"}, {"a b"}, {"no"}, 0.9F});
        return options;
    }());
    static const ListFinder lists(known_lists());
    const bool is_text = is_utf8(bytes);
    const std::vector<lethe::language::Token> tokens = lethe::language::tokenise(bytes);
    check(bytes, patterns.find(bytes), is_text);
    check(bytes, lists.find(bytes, tokens), is_text);
    check(bytes, find_by_rules(bytes, tokens), is_text);
}

}  // namespace lethe::fuzz::text_patterns
