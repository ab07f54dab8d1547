// The words of an HTML page, as far as a reader sees them.
//
// Left out: tags with all their attributes (also alt and title), comments, document types with all
// that they declare, processing instructions, and the contents of script, style, title, iframe,
// noembed and noframes. Blocks and <br> become line breaks, cells of a table tabs, and runs of
// space one space (but in <pre> and <textarea>). The named and numbered characters of HTML are
// decoded, each once; entities that the document defines itself stay as they are written. What
// never ends (a tag, a comment) reaches to the end of the page, as in a browser; nesting is not
// followed, so its depth does not matter. Linear in the size of the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lethe/documents/read/read_encoding.h"

namespace lethe::documents {

// `page` is in UTF-8, `map` leads from it to the file.
void read_html(std::string_view page, const SourceMap& map, std::string& text, SourceMap& text_map);

struct HtmlCharacter {
    std::string text;      // in UTF-8
    std::size_t size = 0;  // of what stands for it, in bytes
};

// The character that "&..." at the begin of a text stands for, if it is one.
std::optional<HtmlCharacter> html_character(std::string_view text);

}  // namespace lethe::documents
