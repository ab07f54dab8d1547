// Dates as texts: how they are written, and moving them by days.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lethe::mask {

enum class DatePrecision { year, month, day };

// 2020, 2020-02, 2020-02-27, and 2020-02-27T10:30 or 2020-02-27 10:30:00Z with any time.
struct WrittenDate {
    std::chrono::year_month_day date;  // the first of what is not said
    DatePrecision precision = DatePrecision::day;
    std::string time = {};  // with what stands before it; empty: none
};

// Years from 1000 to 9999; nothing for what is no such date.
std::optional<WrittenDate> read_date(std::string_view text);

// Days later, written as precisely as it was. A time stays as it is.
std::string moved_date(const WrittenDate& date, std::int64_t days);

// The day on which it falls then.
std::chrono::year_month_day moved_day(const WrittenDate& date, std::int64_t days);

}  // namespace lethe::mask
