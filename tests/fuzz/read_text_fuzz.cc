// Any bytes are a document or an error of ours; a document is valid UTF-8, and every piece of it
// leads back to a piece of the file, in order.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_encoding.h"
#include "lethe/documents/read/read_html.h"
#include "lethe/documents/read/read_jsonl.h"
#include "lethe/io/utf8.h"

namespace lethe::fuzz::texts {

using lethe::documents::Document;
using lethe::documents::Documents;
using lethe::language::Span;

Documents read(std::string_view format, const std::string& bytes) {
    if (format == "jsonl") return lethe::documents::read_json_line(bytes, 0, {"text", "", {"a"}});
    lethe::documents::Decoded decoded = lethe::documents::decode(bytes);
    Document document;
    if (format == "html") {
        lethe::documents::read_html(decoded.text, decoded.map, document.text, document.map);
    } else {
        document.text = decoded.text;
        document.map = decoded.map;
    }
    return {document};
}

void require(bool held) {
    if (!held) std::abort();
}

void check(const Document& document, std::int64_t size) {
    require(lethe::check_utf8(document.text).valid == document.text.size());
    std::int64_t last = 0;
    for (std::int64_t at = 0; at < std::ssize(document.text); ++at) {
        const Span source = document.map.source_of({at, at + 1});
        require(source.begin >= last && source.begin < source.end && source.end <= size);
        last = source.begin;
    }
}

void run(std::string_view format, std::string_view bytes) {
    try {
        const std::string copy(bytes);
        for (const Document& document : read(format, copy)) check(document, std::ssize(copy));
    } catch (const lethe::Error& error) {
        require(error.kind() == lethe::ErrorKind::input);
    }
}

}  // namespace lethe::fuzz::texts
