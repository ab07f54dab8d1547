#include "studio/http/request_target.h"

#include <fmt/format.h>

#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

[[noreturn]] void refuse_target(const char* reason) {
    throw Error(ErrorKind::usage, fmt::format("the address is wrong: {}", reason));
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// RFC 3629: the shortest form only, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        if (first < 0x80) {
            ++at;
            continue;
        }
        const std::size_t size = first >= 0xF0 ? 4U : first >= 0xE0 ? 3U : 2U;
        if (first < 0xC2 || first > 0xF4 || text.size() - at < size) return false;
        unsigned code = first & (0xFFU >> (size + 1));
        for (std::size_t i = 1; i < size; ++i) {
            const auto next = static_cast<unsigned char>(text[at + i]);
            if ((next & 0xC0U) != 0x80U) return false;
            code = code << 6 | (next & 0x3FU);
        }
        const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
        if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
        at += size;
    }
    return true;
}

enum class Piece { path, query };

std::string decoded(std::string_view text, Piece piece) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
            if (high < 0 || low < 0) refuse_target("% needs two hexadecimal digits");
            c = static_cast<char>(high * 16 + low);
            i += 2;
            if (piece == Piece::path && c == '/') refuse_target("an encoded slash");
        } else if (c == '+' && piece == Piece::query) {
            c = ' ';
        } else if (static_cast<unsigned char>(c) >= 0x80 || c == ' ' || c == '#') {
            refuse_target("a character that must be encoded");
        }
        if (is_control(c)) refuse_target("a control character");
        out += c;
    }
    if (!is_utf8(out)) refuse_target("not UTF-8");
    return out;
}

void check_path(std::string_view path) {
    if (path.find('\\') != std::string_view::npos) refuse_target("a backslash");
    for (std::size_t at = 0; at != std::string_view::npos;) {
        const std::size_t next = path.find('/', at + 1);
        const std::string_view segment = path.substr(at + 1, next - at - 1);
        if (segment == "." || segment == "..") refuse_target("a segment . or ..");
        at = next;
    }
}

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

}  // namespace

Target parse_target(std::string_view target) {
    if (target.empty() || target[0] != '/') refuse_target("it does not begin with a slash");
    const std::size_t mark = target.find('?');
    Target out;
    out.path = decoded(target.substr(0, mark), Piece::path);
    check_path(out.path);
    if (mark == std::string_view::npos) return out;
    std::string_view rest = target.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (pair.empty()) continue;
        const std::size_t equals = pair.find('=');
        const std::string value = equals == std::string_view::npos
                                      ? std::string()
                                      : decoded(pair.substr(equals + 1), Piece::query);
        if (!out.query.emplace(decoded(pair.substr(0, equals), Piece::query), value).second) {
            refuse_target("a name stands twice in the query");
        }
    }
    return out;
}

Request make_request(std::string method, std::string target, const HeaderList& headers) {
    Request request;
    Target parsed = parse_target(target);
    request.method = std::move(method);
    request.target = std::move(target);
    request.path = std::move(parsed.path);
    request.query = std::move(parsed.query);
    for (const auto& [name, value] : headers) {
        if (!request.headers.emplace(lower_case(name), value).second) {
            throw Error(ErrorKind::usage, "a header stands twice in the request");
        }
    }
    return request;
}

}  // namespace lethe::studio
