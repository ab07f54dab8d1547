// Any bytes are a document or an error of ours; a document is valid UTF-8, and every piece of it
// leads back to a piece of the file, in order. For libFuzzer and for the replay test; the format is
// given when this is compiled.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "lethe/core/error.h"
#include "lethe/documents/read/read_encoding.h"
#include "lethe/documents/read/read_html.h"
#include "lethe/documents/read/read_jsonl.h"
#include "lethe/io/utf8.h"

namespace {

using lethe::documents::Document;
using lethe::documents::Documents;
using lethe::language::Span;

Documents read(const std::string& bytes) {
    const std::string format = LETHE_FUZZ_FORMAT;
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
    require(lethe::io::check_utf8(document.text).valid == document.text.size());
    std::int64_t last = 0;
    for (std::int64_t at = 0; at < std::ssize(document.text); ++at) {
        const Span source = document.map.source_of({at, at + 1});
        require(source.begin >= last && source.begin < source.end && source.end <= size);
        last = source.begin;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const std::string bytes(reinterpret_cast<const char*>(data), size);
        for (const Document& document : read(bytes)) check(document, std::ssize(bytes));
    } catch (const lethe::Error& error) {
        require(error.kind() == lethe::ErrorKind::input);
    }
    return 0;
}
