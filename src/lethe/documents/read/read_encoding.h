// From the bytes of a file to a text in UTF-8: which encoding it is, whether it is text at all, and
// the way back from every byte of the text to the bytes of the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lethe/documents/read/document.h"

namespace lethe::documents {

enum class Encoding {
    utf8,
    latin1,  // ISO 8859-1 with the additions of Windows-1252
    utf16,   // either byte order, by its byte order mark
};

struct Decoded {
    std::string text;  // valid UTF-8, without byte order mark and zero bytes
    SourceMap map;     // finished; empty where text and file are byte for byte the same
    Encoding encoding = Encoding::utf8;
};

// `base` is where the bytes begin in their file. A byte order mark decides; without one the bytes
// are UTF-8 where they are valid, otherwise Latin-1 where that is plausible: no byte that
// Windows-1252 leaves undefined, fewer well-formed UTF-8 sequences than stray bytes, not more than
// half of it beyond ASCII. Error(input), whose place is the line alone, for a binary file (zero
// bytes, more than one control character in a hundred) and for what is neither.
Decoded decode(std::string bytes, std::int64_t base = 0);

void append_utf8(std::string& text, char32_t code);  // U+FFFD for what is no character, and for 0
// What byte 0x80 + i of Windows-1252 stands for; 0 where it is undefined.
char32_t windows_1252(unsigned char byte);

// A text that is made out of pieces of another one, with the way back to the bytes of the file.
class TextBuilder {
  public:
    // `map` leads from `from` to the file and may be empty; both must outlive the builder.
    TextBuilder(std::string_view from, const SourceMap& map, std::int64_t base = 0);

    void copy(std::size_t begin, std::size_t end);
    void replace(std::string_view text, std::size_t begin, std::size_t end);  // instead of them

    const std::string& text() const { return text_; }
    void finish(std::string& text, SourceMap& map);  // hands both over

  private:
    void add(SourcePiece piece, std::int64_t length);

    std::string_view from_;
    const SourceMap& before_;
    std::int64_t base_;
    std::size_t piece_ = 0;  // of before_, where the last copy was
    std::string text_;
    SourceMap map_;
    bool last_plain_ = false;  // the last piece is one to one and ends at last_end_
    std::int64_t last_end_ = 0;
};

}  // namespace lethe::documents
