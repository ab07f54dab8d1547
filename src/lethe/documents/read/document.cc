#include "lethe/documents/read/document.h"

#include <algorithm>

namespace lethe::documents {

std::string_view name(TextFormat format) {
    switch (format) {
        case TextFormat::plain:
            return "text";
        case TextFormat::markdown:
            return "markdown";
        case TextFormat::html:
            return "html";
        case TextFormat::jsonl:
            return "jsonl";
    }
    return "";
}

void SourceMap::add(SourcePiece piece) { pieces_.push_back(piece); }

void SourceMap::finish(std::int64_t text_size) { text_size_ = text_size; }

language::Span SourceMap::source_of(language::Span text) const {
    if (pieces_.empty()) return text;
    // The piece that holds a byte of the text.
    const auto holding = [&](std::int64_t at) {
        const auto after = std::upper_bound(
            pieces_.begin(), pieces_.end(), at,
            [](std::int64_t value, const SourcePiece& piece) { return value < piece.text; });
        return after == pieces_.begin() ? after : std::prev(after);
    };
    const auto text_end = [&](std::vector<SourcePiece>::const_iterator piece) {
        return std::next(piece) == pieces_.end() ? text_size_ : std::next(piece)->text;
    };
    const auto one_to_one = [&](std::vector<SourcePiece>::const_iterator piece) {
        return text_end(piece) - piece->text == piece->source_end - piece->source;
    };
    const auto first = holding(text.begin);
    const std::int64_t begin =
        one_to_one(first) ? first->source + (text.begin - first->text) : first->source;
    if (text.empty()) return {begin, begin};
    const auto last = holding(text.end - 1);
    const std::int64_t end =
        one_to_one(last) ? last->source + (text.end - last->text) : last->source_end;
    return {begin, end};
}

}  // namespace lethe::documents
