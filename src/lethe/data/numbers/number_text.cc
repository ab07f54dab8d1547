#include "lethe/data/numbers/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

namespace lethe {
namespace {

constexpr double kLargestExactInteger = 0x1p53;
constexpr int kFastDecimals = 15;
constexpr double kFastLimit = 1e15;

constexpr auto kDecimalPowers = [] {
    std::array<double, kFastDecimals + 1> powers{};
    double power = 1;
    for (double& entry : powers) {
        entry = power;
        power *= 10;
    }
    return powers;
}();

}  // namespace

char* write_number(char* out, double value) {
    char* const limit = out + kNumberTextSize;
    const double size = std::fabs(value);
    if (size <= kLargestExactInteger && value != 0) {
        const auto integer = static_cast<std::int64_t>(value);
        if (static_cast<double>(integer) == value) return std::to_chars(out, limit, integer).ptr;
    }
    const bool written_out = size == 0 || (size >= 1e-6 && size < 1e16);
    const auto format = written_out ? std::chars_format::fixed : std::chars_format::scientific;
    return std::to_chars(out, limit, value, format).ptr;
}

std::string number_text(double value) {
    char buffer[kNumberTextSize];
    return std::string(buffer, write_number(buffer, value));
}

char* write_fixed_number(char* out, char* end, double value, int decimals) {
    if (decimals > kFastDecimals) {
        return std::to_chars(out, end, value, std::chars_format::fixed, decimals).ptr;
    }
    // A number of at most 15 digits is the integer nearest to value * 10^decimals, shifted: the
    // product is off by less than half.
    const auto shift = static_cast<std::size_t>(decimals);
    const double shifted = std::nearbyint(std::fabs(value) * kDecimalPowers[shift]);
    if (!(shifted < kFastLimit)) {
        return std::to_chars(out, end, value, std::chars_format::fixed, decimals).ptr;
    }
    if (std::signbit(value)) *out++ = '-';
    char digits[kNumberTextSize];
    char* const digits_end =
        std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(shifted)).ptr;
    const auto count = static_cast<std::size_t>(digits_end - digits);
    const std::size_t whole = count > shift ? count - shift : 0;
    if (whole == 0) *out++ = '0';
    std::memcpy(out, digits, whole);
    out += whole;
    if (shift == 0) return out;
    *out++ = '.';
    const std::size_t zeros = whole == 0 ? shift - count : 0;
    std::memset(out, '0', zeros);
    std::memcpy(out + zeros, digits + whole, count - whole);
    return out + shift;
}

std::string fixed_number_text(double value, int decimals) {
    std::string text(static_cast<std::size_t>(decimals) + 312, '\0');
    char* const end = write_fixed_number(text.data(), text.data() + text.size(), value, decimals);
    text.resize(static_cast<std::size_t>(end - text.data()));
    return text;
}

std::optional<double> parse_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error != std::errc()) return std::nullopt;
    return value;
}

bool is_canonical_number(std::string_view text, double value) {
    char buffer[kNumberTextSize];
    const char* const end = write_number(buffer, value);
    return text == std::string_view(buffer, static_cast<std::size_t>(end - buffer));
}

}  // namespace lethe
