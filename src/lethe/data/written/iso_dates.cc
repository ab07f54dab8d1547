#include "lethe/data/written/iso_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"

namespace lethe {
namespace {

constexpr double kSecondsInDay = 86400;

std::string iso_pattern(Quantity quantity, int fraction_digits, std::string_view between) {
    const std::string clock =
        fraction_digits > 0 ? fmt::format("%H:%M:%S.%{}f", fraction_digits) : "%H:%M:%S";
    switch (quantity) {
        case Quantity::date:
            return "%Y-%m-%d";
        case Quantity::moment:
            return "%Y-%m-%d" + std::string(between) + clock;
        case Quantity::time:
        case Quantity::duration:
            return clock;
        case Quantity::number:
            break;
    }
    throw Error(ErrorKind::internal, "numbers are not written in ISO 8601");
}

}  // namespace

NotationPtr iso_notation(Quantity quantity, int fraction_digits, std::string_view between) {
    return Notation::of_dates(iso_pattern(quantity, fraction_digits, between), quantity);
}

std::string iso_text(double value, Quantity quantity) {
    constexpr int kMostDigits = 6;
    const bool whole = quantity == Quantity::date || value == std::floor(value);
    std::string text = iso_notation(quantity, whole ? 0 : kMostDigits, "T")->text(value);
    if (!whole) text.resize(text.find_last_not_of('0') + 1);
    return text;
}

std::optional<std::int64_t> parts_of_seconds(double seconds, double step, std::int64_t per_second) {
    if (step >= 1) seconds = std::floor(seconds / step + 0.5) * step;
    const double whole = std::floor(seconds);
    const auto per = static_cast<double>(per_second);
    if (!(std::fabs(whole) * per < 0x1p62)) return std::nullopt;
    const double told = step < 1 ? std::min(std::round(1 / step), per) : 1;
    const double parts = std::floor((seconds - whole) * told + 0.5);
    return static_cast<std::int64_t>(whole) * per_second +
           static_cast<std::int64_t>(parts) * static_cast<std::int64_t>(per / told);
}

std::optional<double> iso_value(std::string_view text, Quantity quantity) {
    if (quantity == Quantity::date) return iso_notation(quantity)->parse(text);
    std::string whole(text);
    if (quantity == Quantity::moment) {
        if (whole.size() == std::string_view("2020-02-27").size()) {
            const auto day = iso_notation(Quantity::date)->parse(whole);
            if (day) return *day * kSecondsInDay;
        }
        std::ranges::replace(whole, ' ', 'T');
    }
    if (std::ranges::count(whole, ':') == 1) whole += ":00";
    const std::size_t point = whole.find('.');
    const std::size_t digits = point == std::string::npos ? 0 : whole.size() - point - 1;
    if (point != std::string::npos && (digits == 0 || digits > kMostFractionDigits)) {
        return std::nullopt;
    }
    return iso_notation(quantity, static_cast<int>(digits), "T")->parse(whole);
}

}  // namespace lethe
