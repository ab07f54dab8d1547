#include "lethe/documents/read/read_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lethe/core/error.h"
#include "lethe/io/utf8.h"

namespace lethe::documents {
namespace {

constexpr std::array<char16_t, 32> kWindows1252{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

unsigned char byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

[[noreturn]] void refuse(std::string_view bytes, std::size_t at, std::string message) {
    const auto end = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at, bytes.size()));
    throw Error(ErrorKind::input, std::move(message),
                {{}, 1 + std::count(bytes.begin(), end, '\n'), 0, {}});
}

bool is_control(unsigned char c) {
    return c == 0x7F || (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
                         c != '\v' && c != 0x1A && c != 0x1B);
}

void refuse_binary(std::string_view bytes) {
    const std::size_t zero = bytes.find('\0');
    if (zero != std::string_view::npos) {
        throw Error(ErrorKind::input,
                    "has zero bytes: it is a binary file, or UTF-16 without a byte order mark");
    }
    const auto controls = std::count_if(bytes.begin(), bytes.end(), [](char c) {
        return is_control(static_cast<unsigned char>(c));
    });
    if (controls > 2 && controls * 100 > std::ssize(bytes)) {
        throw Error(ErrorKind::input, "is full of control characters: it is a binary file");
    }
}

// What is not UTF-8 is Latin-1 only where it looks like it.
void refuse_unlikely_latin1(std::string_view bytes, std::size_t first_bad) {
    std::int64_t characters = 0;  // beyond ASCII that are well-formed UTF-8
    std::int64_t stray = 0;       // bytes beyond ASCII that belong to none
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::string_view rest = bytes.substr(at);
        const Utf8Check check = check_utf8(rest);
        for (const char c : rest.substr(0, check.valid)) {
            characters += (static_cast<unsigned char>(c) & 0xC0U) == 0xC0U ? 1 : 0;
        }
        at += check.valid;
        if (at == bytes.size()) break;
        if (windows_1252(byte_at(bytes, at)) == 0) {
            refuse(bytes, at, "has bytes that are neither UTF-8 nor Latin-1");
        }
        ++stray;
        ++at;
    }
    if (characters > stray) {
        refuse(bytes, first_bad, "is broken UTF-8: here is a byte that belongs to no character");
    }
    const auto high = std::count_if(bytes.begin(), bytes.end(),
                                    [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (high > 8 && high * 2 > std::ssize(bytes)) {
        refuse(bytes, first_bad,
               "is neither UTF-8 nor Latin-1: most of it lies beyond ASCII; convert it to UTF-8");
    }
}

Decoded decode_latin1(std::string_view bytes, std::int64_t base) {
    Decoded result;
    result.encoding = Encoding::latin1;
    result.text.reserve(bytes.size() + bytes.size() / 8);
    bool plain = false;  // the piece that is open is ASCII
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const unsigned char byte = byte_at(bytes, at);
        const std::int64_t source = base + static_cast<std::int64_t>(at);
        if (byte < 0x80) {
            if (!plain) {
                const std::size_t end = static_cast<std::size_t>(
                    std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(),
                                 [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) -
                    bytes.begin());
                result.map.add(
                    {std::ssize(result.text), source, base + static_cast<std::int64_t>(end)});
                plain = true;
            }
            result.text += bytes[at];
        } else {
            result.map.add({std::ssize(result.text), source, source + 1});
            append_utf8(result.text, windows_1252(byte));
            plain = false;
        }
    }
    result.map.finish(std::ssize(result.text));
    return result;
}

Decoded decode_utf16(std::string_view bytes, std::int64_t base, bool big) {
    Decoded result;
    result.encoding = Encoding::utf16;
    const auto unit = [&](std::size_t at) {
        const unsigned first = byte_at(bytes, at);
        const unsigned second = byte_at(bytes, at + 1);
        return static_cast<char32_t>(big ? first << 8 | second : second << 8 | first);
    };
    std::size_t at = 2;
    while (at < bytes.size()) {
        std::size_t length = std::min<std::size_t>(2, bytes.size() - at);
        char32_t code = length == 2 ? unit(at) : 0xFFFD;
        if (code >= 0xD800 && code < 0xDC00 && at + 4 <= bytes.size()) {
            const char32_t low = unit(at + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                length = 4;
            }
        }
        const std::int64_t source = base + static_cast<std::int64_t>(at);
        result.map.add(
            {std::ssize(result.text), source, source + static_cast<std::int64_t>(length)});
        append_utf8(result.text, code);
        at += length;
    }
    result.map.finish(std::ssize(result.text));
    return result;
}

}  // namespace

char32_t windows_1252(unsigned char byte) {
    return byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte;
}

void append_utf8(std::string& text, char32_t code) {
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = 0xFFFD;
    const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

Decoded decode(std::string bytes, std::int64_t base) {
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
        Decoded result = decode_utf16(bytes, base, bytes.front() == '\xFE');
        refuse_binary(result.text);
        return result;
    }
    refuse_binary(bytes);
    const std::size_t mark = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const Utf8Check check = check_utf8(bytes);
    if (check.valid < bytes.size()) {
        if (mark > 0) refuse(bytes, check.valid, "is broken UTF-8, though its mark says UTF-8");
        refuse_unlikely_latin1(bytes, check.valid);
        return decode_latin1(bytes, base);
    }
    Decoded result;
    const std::int64_t end = base + std::ssize(bytes);
    const std::int64_t start = base + static_cast<std::int64_t>(mark);
    bytes.erase(0, mark);
    result.text = std::move(bytes);
    if (start > 0 && !result.text.empty()) result.map.add({0, start, end});
    result.map.finish(std::ssize(result.text));
    return result;
}

TextBuilder::TextBuilder(std::string_view from, const SourceMap& map, std::int64_t base)
    : from_(from), before_(map), base_(base) {}

void TextBuilder::add(SourcePiece piece, std::int64_t length) {
    const bool plain = piece.source_end - piece.source == length;
    if (plain && last_plain_ && last_end_ == piece.source) {
        map_.extend(piece.source_end);
    } else {
        map_.add(piece);
    }
    last_plain_ = plain;
    last_end_ = piece.source_end;
}

void TextBuilder::copy(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    const auto first = static_cast<std::int64_t>(begin);
    const auto last = static_cast<std::int64_t>(end);
    const std::vector<SourcePiece>& pieces = before_.pieces();
    if (pieces.empty()) {
        add({std::ssize(text_), base_ + first, base_ + last}, last - first);
        text_.append(from_.substr(begin, end - begin));
        return;
    }
    if (piece_ >= pieces.size() || pieces[piece_].text > first) piece_ = 0;
    while (piece_ + 1 < pieces.size() && pieces[piece_ + 1].text <= first) ++piece_;
    for (std::int64_t at = first; at < last;) {
        const std::int64_t piece_end =
            piece_ + 1 < pieces.size() ? pieces[piece_ + 1].text : std::ssize(from_);
        const std::int64_t stop = std::min(last, piece_end);
        const language::Span source = before_.source_of({at, stop});
        add({std::ssize(text_), source.begin, source.end}, stop - at);
        text_.append(language::Span{at, stop}.of(from_));
        at = stop;
        if (at == piece_end) ++piece_;
    }
}

void TextBuilder::replace(std::string_view text, std::size_t begin, std::size_t end) {
    if (text.empty()) return;
    const language::Span from{static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
    const language::Span source = before_.pieces().empty()
                                      ? language::Span{base_ + from.begin, base_ + from.end}
                                      : before_.source_of(from);
    map_.add({std::ssize(text_), source.begin, source.end});
    last_plain_ = false;
    text_.append(text);
}

void TextBuilder::finish(std::string& text, SourceMap& map) {
    map_.finish(std::ssize(text_));
    text = std::move(text_);
    map = std::move(map_);
}

}  // namespace lethe::documents
