#include "lethe/method/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/method/publication.h"

namespace lethe::figures {
namespace {

// "1234567.80" -> "1,234,567.80"
std::string grouped(std::string digits) {
    const std::size_t start = digits.starts_with('-') ? 1 : 0;
    std::size_t at = std::min(digits.find('.'), digits.size());
    while (at > start + 3) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string fixed(double value, int decimals) {
    std::string text = grouped(fmt::format("{:.{}f}", value, decimals));
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    return is_zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string without_trailing_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

int exponent_of(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); }

}  // namespace

std::int64_t rounded(double value) {
    return value != value ? 0 : std::llround(std::clamp(value, -1e15, 1e15));
}

std::string count_text(std::int64_t count) { return grouped(fmt::format("{}", count)); }

std::string figure_text(double value) {
    if (!std::isfinite(value)) return value != value ? "-" : value > 0 ? "inf" : "-inf";
    if (value == 0) return "0";
    const double size = std::abs(value);
    if (size >= 1e12 || size < 1e-5) return fmt::format("{:.4g}", value);
    if (value == std::round(value)) return fixed(value, 0);
    const int decimals = std::clamp(4 - exponent_of(value), 0, 9);
    return without_trailing_zeros(fixed(value, decimals));
}

std::string percent_text(double percent) {
    if (!std::isfinite(percent)) return "-";
    const double size = std::abs(percent);
    if (percent == 0) return "0 %";
    if (size < 0.001) return percent > 0 ? "< 0.001 %" : fmt::format("{:.1g} %", percent);
    if (size < 0.1) return fmt::format("{:.{}f} %", percent, size < 0.01 ? 3 : 2);
    if (percent == 100) return "100 %";
    if (size >= 1000) return fixed(percent, 0) + " %";
    for (int decimals = 1; decimals <= 4; ++decimals) {
        std::string text = fixed(percent, decimals);
        const bool hides_the_gap = percent < 100 && text.starts_with("100.");
        if (!hides_the_gap) return text + " %";
    }
    return "> 99.9999 %";
}

std::string seconds_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "-";
    if (seconds < 0.01) return "< 0.01 s";
    if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const std::int64_t whole = rounded(seconds);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", count_text(whole / 3600), whole % 3600 / 60);
}

std::string tick_text(double value, double step) {
    if (value == 0 || !std::isfinite(value)) return value == 0 ? "0" : figure_text(value);
    struct Unit {
        double size;
        const char* suffix;
    };
    constexpr Unit kUnits[] = {{1e9, "bn"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
    const double size = std::max(std::abs(value), step);
    if (size >= 1e13 || step < 1e-6) return fmt::format("{:.3g}", value);
    // Ticks below 10,000 read better in full: 2,500 rather than 2.5k.
    const Unit* unit = size < 1e4 ? &kUnits[3] : kUnits;
    while (unit->size > size && unit->size > 1) ++unit;
    const double shown_step = step / unit->size;
    int decimals = 0;
    for (double scaled = shown_step; decimals < 9 && std::abs(scaled - std::round(scaled)) > 1e-6;
         scaled *= 10) {
        ++decimals;
    }
    return fixed(value / unit->size, decimals) + unit->suffix;
}

std::string found_text(double found) {
    if (found <= 0) return "none";
    if (found < 0.5) return "hardly any";
    return count_text(rounded(found));
}

const Json& field(const Json& object, std::string_view key) {
    static const Json kNull = nullptr;
    if (!object.is_object()) return kNull;
    if (const auto place = object.find(key); place != object.end()) return *place;
    for (const std::string_view apart : {kAboutOriginal, std::string_view("private")}) {
        const auto held = object.find(apart);
        if (held == object.end() || !held->is_object()) continue;
        if (const auto place = held->find(key); place != held->end()) return *place;
    }
    return kNull;
}

std::optional<double> number(const Json& value) {
    if (!value.is_number()) return std::nullopt;
    const double read = value.get<double>();
    return std::isfinite(read) ? std::optional(read) : std::nullopt;
}

std::optional<double> number(const Json& object, std::string_view key) {
    return number(field(object, key));
}

std::optional<std::int64_t> count(const Json& object, std::string_view key) {
    const std::optional<double> value = number(object, key);
    return value ? std::optional(rounded(*value)) : std::nullopt;
}

bool flag(const Json& object, std::string_view key) {
    const Json& value = field(object, key);
    return value.is_boolean() && value.get<bool>();
}

}  // namespace lethe::figures
