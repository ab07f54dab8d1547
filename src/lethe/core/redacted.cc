// A password may hold any sign that its owner forgot to escape: "/", "?", "#" and "@" too. So it is
// taken to end at the last "@" in front of the first "#" behind an "@". Only where the part before
// "#" is plainly hosts with ports is there none, whatever a query behind it holds.
#include "lethe/core/redacted.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lethe {
namespace {

constexpr std::string_view kHidden = "***";
constexpr std::array<std::string_view, 4> kSchemes{"postgresql://", "postgres://", "mysql://",
                                                   "mariadb://"};

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins_with(std::string_view text, std::string_view lowered) {
    return text.size() >= lowered.size() &&
           std::ranges::equal(text.substr(0, lowered.size()), lowered,
                              [](char a, char b) { return small(a) == b; });
}

// The first address of the text, behind its scheme; npos: there is none.
std::size_t first_address(std::string_view text) {
    for (std::size_t i = text.find_first_of("pPmM"); i != std::string_view::npos;
         i = text.find_first_of("pPmM", i + 1)) {
        for (const std::string_view scheme : kSchemes) {
            if (begins_with(text.substr(i), scheme)) return i + scheme.size();
        }
    }
    return std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "host:5432,[::1]:5433": each colon outside brackets is followed by digits to the end of the host.
bool is_hosts(std::string_view authority) {
    bool bracket = false;
    for (std::size_t i = 0; i < authority.size(); ++i) {
        if (authority[i] == '[') bracket = true;
        if (authority[i] == ']') bracket = false;
        if (authority[i] != ':' || bracket) continue;
        std::size_t end = i + 1;
        while (end < authority.size() && is_digit(authority[end])) ++end;
        if (end < authority.size() && authority[end] != ',') return false;
    }
    return true;
}

int hex(char c) {
    if (is_digit(c)) return c - '0';
    const char letter = small(c);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// A name may be escaped as well.
std::string decoded_small(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escaped =
            text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0;
        if (escaped) {
            plain += small(static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])));
            i += 2;
        } else {
            plain += small(text[i]);
        }
    }
    return plain;
}

// Parameters of an address: of those that are called like a password the value goes.
std::string without_secret_parameters(std::string_view address) {
    const std::size_t hash = std::min(address.find('#'), address.size());
    const std::size_t question = address.find('?');
    if (question >= hash) return std::string(address);
    std::string result(address.substr(0, question + 1));
    std::string_view left = address.substr(question + 1, hash - question - 1);
    while (true) {
        const std::size_t end = std::min(left.find('&'), left.size());
        const std::string_view one = left.substr(0, end);
        const std::size_t equals = one.find('=');
        const std::string name = decoded_small(one.substr(0, equals));
        const bool secret =
            name.find("passw") != std::string::npos && name.find("file") == std::string::npos;
        result += secret && equals != std::string_view::npos
                      ? std::string(one.substr(0, equals + 1)) + std::string(kHidden)
                      : std::string(one);
        if (end == left.size()) break;
        result += '&';
        left.remove_prefix(end + 1);
    }
    return result + std::string(address.substr(hash));
}

bool is_select(std::string_view text) {
    return begins_with(text, "select ") || begins_with(text, "with ") || begins_with(text, "from ");
}

// Hosts come first, and an "@" behind them, if any, is part of a query.
bool has_no_user(std::string_view address) {
    const std::size_t end = std::min(address.find_first_of("/?# \t\n"), address.size());
    const std::string_view hosts = address.substr(0, end);
    const std::size_t at = address.find('@');
    if (!is_hosts(hosts) || at < end) return false;
    const std::size_t hash = address.find('#');
    const bool in_query = hash < at && is_select(address.substr(hash + 1));
    return at == std::string_view::npos || in_query || hosts.find(':') == std::string_view::npos;
}

// What stands behind a scheme, to the end of the text.
std::string redacted_address(std::string_view address) {
    if (has_no_user(address)) return without_secret_parameters(address);
    const std::size_t first_at = address.find('@');
    const std::size_t colon = address.find(':');
    if (first_at == std::string_view::npos) {  // "user:password" and no host
        return std::string(address.substr(0, colon + 1)) + std::string(kHidden) +
               std::string(
                   address.substr(std::min(address.find_first_of(" \t\n"), address.size())));
    }
    const std::size_t end = std::min(address.find('#', first_at), address.size());
    const std::size_t last_at = address.rfind('@', end == 0 ? 0 : end - 1);
    const std::string rest = without_secret_parameters(address.substr(last_at));
    if (colon > last_at) return std::string(address.substr(0, last_at)) + rest;
    return std::string(address.substr(0, colon + 1)) + std::string(kHidden) + rest;
}

}  // namespace

std::string without_passwords(std::string_view text) {
    if (text.find("://") == std::string_view::npos) return std::string(text);
    const std::size_t address = first_address(text);
    if (address == std::string_view::npos) return std::string(text);
    // Each address ends where the next begins, whose scheme the last "@" must not lie behind.
    const std::string_view behind = text.substr(address);
    const std::size_t next = first_address(behind);
    std::size_t end = behind.size();
    if (next != std::string_view::npos) {
        end = behind.rfind(':', next - 1);
        while (end > 0 && small(behind[end - 1]) >= 'a' && small(behind[end - 1]) <= 'z') --end;
    }
    return std::string(text.substr(0, address)) + redacted_address(behind.substr(0, end)) +
           without_passwords(behind.substr(end));
}

}  // namespace lethe
