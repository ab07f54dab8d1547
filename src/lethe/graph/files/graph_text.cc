#include "lethe/graph/files/graph_text.h"

#include <algorithm>
#include <charconv>

#include "lethe/core/error.h"
#include "lethe/io/bytes.h"
#include "lethe/io/utf8.h"

namespace lethe::graph {

std::string read_graph_text(const std::string& path, const std::string& encoding) {
    constexpr std::size_t kMost = std::size_t{16} << 30;
    check_readable(path);
    ByteSource source(path, encoding);
    std::string text;
    std::size_t used = 0;
    std::size_t block =
        std::max(std::size_t{1} << 16, static_cast<std::size_t>(source.file_size()) + 1);
    while (true) {
        text.resize(used + block);
        const std::size_t got = source.read(text.data() + used, block);
        used += got;
        if (used > kMost) {
            throw Error(ErrorKind::input, "is larger than 16 GiB, the most that a graph may be",
                        {path, 0, 0, {}});
        }
        if (got < block) break;
        block = used;
    }
    text.resize(used);
    const Utf8Check check = check_utf8(text);
    if (check.valid < text.size()) {
        const auto line =
            1 +
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(check.valid), '\n');
        throw Error(ErrorKind::input,
                    "has a byte that is not UTF-8; where it is in another encoding, name it "
                    "(the option encoding latin-1 or utf-16)",
                    {path, line, 0, {}});
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        throw Error(ErrorKind::input, "the file is empty", {path, 0, 0, {}});
    }
    return text;
}

void append_character(std::string& out, std::uint32_t code) {
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
    const auto tail = [&](int shift) {
        out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | (code >> 6));
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | (code >> 12));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (code >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

std::uint32_t numbered_character(std::string_view entity) {
    if (!entity.starts_with('#')) return 0;
    entity.remove_prefix(1);
    const bool hex = entity.starts_with('x') || entity.starts_with('X');
    if (hex) entity.remove_prefix(1);
    std::uint32_t code = 0;
    const auto read =
        std::from_chars(entity.data(), entity.data() + entity.size(), code, hex ? 16 : 10);
    const bool whole = read.ec == std::errc() && read.ptr == entity.data() + entity.size();
    return whole ? code : 0;
}

char named_character(std::string_view entity) {
    if (entity == "quot") return '"';
    if (entity == "amp") return '&';
    if (entity == "lt") return '<';
    if (entity == "gt") return '>';
    if (entity == "apos") return '\'';
    return '\0';
}

}  // namespace lethe::graph
