// Dates and times as ISO 8601 writes them, whatever the columns that hold them write: for policies,
// records and files whose types need no pattern.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lethe/data/written/notation.h"

namespace lethe {

inline constexpr int kMostFractionDigits = 9;

// "2020-02-27", "13:45:10", "2020-02-27 13:45:10" with a blank (or `between`) before the time,
// durations as times; with so many digits of the fraction of a second.
NotationPtr iso_notation(Quantity quantity, int fraction_digits = 0,
                         std::string_view between = " ");

// With as many digits of the fraction as the value has, at most 6; a moment has a T before its
// time.
std::string iso_text(double value, Quantity quantity);

// What iso_text writes, and times without seconds, moments with a blank instead of the T, and a
// date as the beginning of its day.
std::optional<double> iso_value(std::string_view text, Quantity quantity);

// Seconds as whole parts of which a second has `per_second`, a power of ten: rounded half up to
// `step`, that of their notation, first, because a double has no nanoseconds of this century.
// Nothing where 64 bits cannot say it.
std::optional<std::int64_t> parts_of_seconds(double seconds, double step, std::int64_t per_second);

}  // namespace lethe
