#include "lethe/documents/find/mention.h"

#include <algorithm>
#include <map>

#include "lethe/language/token.h"

namespace lethe::documents {
namespace {

// What is left of `span` beyond `taken`, trimmed to the words in it.
language::Span words_in(std::string_view text, language::Span span) {
    const std::vector<language::Token> words = language::words_of(span.of(text));
    if (words.empty()) return {span.begin, span.begin};
    return {span.begin + words.front().begin, span.begin + words.back().end};
}

}  // namespace

std::string_view name(MentionSource source) {
    switch (source) {
        case MentionSource::pattern:
            return "pattern";
        case MentionSource::list:
            return "list";
        case MentionSource::model:
            return "model";
        case MentionSource::repeat:
            return "repeat";
        case MentionSource::user:
            return "user";
    }
    return "";
}

Mentions without_overlaps(std::string_view text, Mentions mentions) {
    std::stable_sort(mentions.begin(), mentions.end(), [](const Mention& a, const Mention& b) {
        if (a.score != b.score) return a.score > b.score;
        if (a.span.size() != b.span.size()) return a.span.size() > b.span.size();
        return a.span.begin < b.span.begin;
    });
    std::map<std::int64_t, Mention> kept;  // by begin
    const auto free_parts = [&](language::Span span) {
        std::vector<language::Span> parts;
        auto next = kept.upper_bound(span.begin);
        if (next != kept.begin() && std::prev(next)->second.span.end > span.begin) --next;
        for (; next != kept.end() && next->first < span.end; ++next) {
            if (next->first > span.begin) parts.push_back({span.begin, next->first});
            span.begin = std::max(span.begin, next->second.span.end);
        }
        if (!span.empty()) parts.push_back(span);
        return parts;
    };
    for (const Mention& mention : mentions) {
        const std::vector<language::Span> parts = free_parts(mention.span);
        for (const language::Span& part : parts) {
            Mention rest = mention;
            rest.span = part == mention.span ? part : words_in(text, part);
            if (!rest.span.empty()) kept.emplace(rest.span.begin, rest);
        }
    }
    Mentions result;
    result.reserve(kept.size());
    for (auto& [begin, mention] : kept) result.push_back(mention);
    return result;
}

}  // namespace lethe::documents
