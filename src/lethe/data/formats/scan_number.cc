// Reading numbers fast and exactly.
//
// Almost every number in a file is -?digits[.digits] with at most 15 digits. Its digits make an
// integer m < 10^15 that a double holds, and 10^k with k <= 22 decimals is a double too, so that
// the one division m / 10^k is correctly rounded (Clinger, How to read floating point numbers
// accurately, 1990). Everything else goes to from_chars, which is exact as well.
//
// At most 15 digits also means that no other decimal of so few digits is the same double. Whether
// number_text gives the text back therefore shows in the text alone: no trailing zero after the
// point, and not so small that number_text would use an exponent.
#include "lethe/data/formats/scan_number.h"

#include <cmath>
#include <optional>

#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

constexpr std::uint64_t kLargestInteger = 1ULL << 53;
constexpr std::uint64_t kFastMantissa = 1'000'000'000'000'000ULL;
constexpr std::size_t kFastLength = 20;  // at most 19 digits: the mantissa fits 64 bits

constexpr std::array<double, 23> kExactPowersOfTen{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

NumberScan scan_any(std::string_view text) {
    constexpr std::string_view kBlanks = " \t";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
    const std::optional<double> value = parse_number(text);
    if (!value) return {};
    if (!std::isfinite(*value)) return {NumberForm::not_finite, 0, *value};
    if (text[0] == '+' || text[0] == '-') text.remove_prefix(1);
    if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return {NumberForm::code, 0, 0};
    const bool integer = text.find_first_not_of("0123456789") == std::string_view::npos;
    if (integer && std::fabs(*value) > static_cast<double>(kLargestInteger)) return {};
    // 2^53 + 1 is read as 2^53.
    if (integer && std::fabs(*value) == static_cast<double>(kLargestInteger) &&
        text != "9007199254740992") {
        return {};
    }
    return {NumberForm::other, 0, *value};
}

}  // namespace

NumberScan scan_number(std::string_view text) {
    if (text.size() > kFastLength) return scan_any(text);
    const char* at = text.data();
    const char* const end = at + text.size();
    const bool negative = at != end && *at == '-';
    if (negative) ++at;
    const char* const whole = at;
    std::uint64_t mantissa = 0;
    for (; at != end && is_digit(*at); ++at) {
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    if (at == whole || (*whole == '0' && at - whole > 1)) return scan_any(text);
    int decimals = 0;
    if (at != end) {
        if (*at != '.') return scan_any(text);
        const char* const fraction = ++at;
        for (; at != end && is_digit(*at); ++at) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*at - '0');
        }
        decimals = static_cast<int>(at - fraction);
        if (at != end || decimals == 0 || mantissa >= kFastMantissa) return scan_any(text);
    } else if (mantissa > kLargestInteger) {
        return scan_any(text);
    }
    const double size =
        static_cast<double>(mantissa) / kExactPowersOfTen[static_cast<std::size_t>(decimals)];
    return {NumberForm::plain, decimals, negative ? -size : size};
}

bool is_canonical_plain(std::string_view text, const NumberScan& scan) {
    return scan.decimals == 0 || (text.back() != '0' && std::fabs(scan.value) >= 1e-6);
}

}  // namespace lethe::formats
