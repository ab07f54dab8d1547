// A document: its text in UTF-8, where it came from, and the way back from the text to the bytes of
// the file (through stripped tags, decoded entities, JSON escapes and Latin-1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/language/span.h"

namespace lethe::documents {

enum class TextFormat { plain, markdown, html, jsonl };

std::string_view name(TextFormat format);

// Piecewise: text [text, next piece's text) came from source [source, source_end). Where both have
// the same length bytes correspond one to one; otherwise the piece is whole or not at all (an
// entity, an escape, a letter of Latin-1).
struct SourcePiece {
    std::int64_t text = 0;
    std::int64_t source = 0;
    std::int64_t source_end = 0;
};

class SourceMap {
  public:
    void add(SourcePiece piece);  // in the order of the text
    void extend(std::int64_t source_end) { pieces_.back().source_end = source_end; }
    void finish(std::int64_t text_size);

    // The smallest piece of the source that holds a piece of the text.
    language::Span source_of(language::Span text) const;
    const std::vector<SourcePiece>& pieces() const { return pieces_; }

  private:
    std::vector<SourcePiece> pieces_;
    std::int64_t text_size_ = 0;
};

struct Document {
    std::string id;    // unique in the collection: the path below the folder, or the line's own id
    std::string file;  // path of the file, relative to what the user named
    std::int64_t line = 0;  // of a JSON lines file, from 1
    TextFormat format = TextFormat::plain;
    std::string text;
    SourceMap map;
    std::string field = {};  // of a JSON lines file: which one it is, where it is not the text
};

using Documents = std::vector<Document>;

}  // namespace lethe::documents
