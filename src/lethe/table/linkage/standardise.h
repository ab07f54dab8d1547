// Values of two files made comparable: case, accents, punctuation and blanks of texts, digits of
// codes, and dates in whatever way they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lethe::linkage {

// Letters and digits alone, in lower case and without accents: "O'Brien-Müller" and "obrien muller"
// become equal. Empty for what says nothing: blanks, "?", "*", "n/a", "null", "nan".
std::string plain_text(std::string_view text);

// The digits of a text: those of telephone numbers and codes, however they are grouped.
std::string digits_of(std::string_view text);

struct Date {
    int year = 0;
    int month = 0;  // 1 to 12
    int day = 0;    // 1 to 31

    std::int64_t day_number() const;  // days since 1970-01-01
    friend bool operator==(const Date&, const Date&) = default;
};

// How dates such as 03/04/1985 are meant, where they can be taken for either.
enum class DateOrder { day_first, month_first };

// "1985-04-03" (a time may follow), "19850403", "1985/4/3", "3.4.1985", "04/03/1985". Nothing for
// what is no day of the calendar, or of another form.
std::optional<Date> read_date(std::string_view text, DateOrder order);

// Whether a text is a date in one order alone, because its other number is no month.
std::optional<DateOrder> order_told_by(std::string_view text);

}  // namespace lethe::linkage
