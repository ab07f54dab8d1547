#include "lethe/data/formats/xlsx/sheet_dates.h"

#include <cmath>

namespace lethe::formats {
namespace {

constexpr double kDaySeconds = 86400;
constexpr double kDayMilliseconds = 86'400'000;
constexpr double kNoSuchDay = 60;      // 29 February 1900
constexpr double kSince1900 = 25569;   // 1 January 1970
constexpr double kSince1904 = 24107;   // likewise
constexpr double kBeyond = 2'932'897;  // 1 January 10000, in days since 1970
constexpr double kFirstOf1904 = -kSince1904;

// Days since 1 January 1970.
std::optional<double> day_of_serial(double serial, bool since_1904) {
    if (since_1904) return serial >= 0 ? std::optional(serial - kSince1904) : std::nullopt;
    if (serial < 1 || (serial >= kNoSuchDay && serial < kNoSuchDay + 1)) return std::nullopt;
    return serial < kNoSuchDay ? serial + 1 - kSince1900 : serial - kSince1900;
}

}  // namespace

std::optional<double> from_sheet_serial(double serial, Quantity quantity, bool since_1904) {
    const bool of_day = quantity == Quantity::date || quantity == Quantity::moment;
    if (!of_day) {
        if (std::fabs(serial) > kBeyond) return std::nullopt;
        return std::round(serial * kDayMilliseconds) / 1000;
    }
    const auto day = day_of_serial(serial, since_1904);
    if (!day || *day >= kBeyond) return std::nullopt;
    // The fraction by itself: beside the day it has few digits left.
    const double whole = std::floor(*day);
    const double milliseconds = std::round((*day - whole) * kDayMilliseconds);
    if (quantity == Quantity::date) return whole + milliseconds / kDayMilliseconds;
    return (whole * kDayMilliseconds + milliseconds) / 1000;
}

std::optional<double> sheet_serial(double value, Quantity quantity, bool since_1904) {
    if (quantity == Quantity::time || quantity == Quantity::duration) return value / kDaySeconds;
    const double days = quantity == Quantity::date ? value : value / kDaySeconds;
    if (days >= kBeyond) return std::nullopt;
    if (since_1904) return days >= kFirstOf1904 ? std::optional(days + kSince1904) : std::nullopt;
    const double serial = days + kSince1900;
    if (serial >= kNoSuchDay + 1) return serial;
    return serial >= 2 ? std::optional(serial - 1) : std::nullopt;
}

}  // namespace lethe::formats
