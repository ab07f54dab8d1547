// The numbers that stand for dates in a sheet, and those of the house. Only for data/formats/xlsx.
//
// A sheet counts days from 1 January 1900, which is day 1, and holds 29 February 1900, day 60, for
// a day: so everything before is a day earlier than the distance to later days says. Workbooks of
// old Macintoshes count from 1 January 1904, day 0, without such a day. Times are fractions of a
// day, exact to a millisecond.
#pragma once

#include <optional>

#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {

// Nothing where there is no such day: before the first, day 60, or beyond the year 9999. Dates may
// have a fraction of a day. Milliseconds are the smallest step.
std::optional<double> from_sheet_serial(double serial, Quantity quantity, bool since_1904);
// And back.
std::optional<double> sheet_serial(double value, Quantity quantity, bool since_1904);

}  // namespace lethe::formats
