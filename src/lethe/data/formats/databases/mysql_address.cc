#include "lethe/data/formats/databases/mysql_address.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

[[noreturn]] void throw_wrong() {
    throw Error(ErrorKind::usage,
                "the address of a MySQL database is mysql://user@host:port/database, or with a "
                "socket mysql://user@localhost/database?socket=PATH; other signs than letters and "
                "digits are written %XX there, and no other parameter is known");
}

std::optional<unsigned> hex(std::string_view two) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(two.data(), two.data() + two.size(), value, 16);
    const bool whole = error == std::errc() && end == two.data() + two.size() && two.size() == 2;
    return whole && value != 0 ? std::optional(value) : std::nullopt;
}

std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const auto value = hex(text.substr(i + 1, 2));
        if (!value) throw_wrong();
        plain += static_cast<char>(*value);
        i += 2;
    }
    return plain;
}

// What stands before the first `sign`, taken off with it; all where there is none.
std::string_view take_to(std::string_view& text, char sign) {
    const std::size_t end = text.find(sign);
    const std::string_view taken = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return taken;
}

void read_host(std::string_view text, MysqlAddress& address) {
    std::string_view port;
    if (text.starts_with('[')) {
        text.remove_prefix(1);
        if (text.find(']') == std::string_view::npos) throw_wrong();
        address.host = take_to(text, ']');
        if (!text.empty() && !text.starts_with(':')) throw_wrong();
        port = text.empty() ? text : text.substr(1);
    } else {
        address.host = decoded(take_to(text, ':'));
        port = text;
    }
    if (port.empty()) return;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (error != std::errc() || end != port.data() + port.size() || address.port > 65535) {
        throw_wrong();
    }
}

}  // namespace

MysqlAddress mysql_address(const std::string& text) {
    std::string_view left = text;
    left.remove_prefix(left.find("//") + 2);
    MysqlAddress address;
    std::string_view path = left;
    std::string_view authority = take_to(path, '/');
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        std::string_view user = authority.substr(0, at);
        authority.remove_prefix(at + 1);
        address.user = decoded(take_to(user, ':'));
        address.password = decoded(user);
    }
    read_host(authority, address);
    address.database = decoded(take_to(path, '?'));
    if (address.database.empty() || address.database.find('/') != std::string::npos) throw_wrong();
    while (!path.empty()) {
        std::string_view value = take_to(path, '&');
        if (take_to(value, '=') != "socket") throw_wrong();
        address.socket = decoded(value);
    }
    return address;
}

}  // namespace lethe::formats
