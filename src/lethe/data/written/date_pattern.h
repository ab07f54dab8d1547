// How a date, a time of day, a moment or a duration is written: a pattern in the notation that
// Python, R and C have in common.
//
//   %Y year, four digits          %y year, two digits: 69 to 99 are of the last century
//   %m %d month, day              %b %B name of the month, short and long, in English
//   %H %M %S hour, minute, second %I %p hour of twelve, AM or PM
//   %j day of the year            %3f digits of the fraction of a second, 1 to 9 of them
//   %% a percent sign             all else stands for itself
//
// "-" after the percent sign: without leading zeros (%-d). "^": in capitals (%^b is JAN).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

// What a pattern writes, and the number that stands for it.
enum class Quantity {
    number,    // itself
    date,      // days since 1 January 1970
    time,      // seconds since midnight
    moment,    // seconds since 1 January 1970, 0:00, without time zones and leap seconds
    duration,  // seconds; the hours of a pattern may be any number, also negative
};

std::string_view name(Quantity quantity);
std::optional<Quantity> quantity_named(std::string_view name);

class DatePattern {
  public:
    // Error(usage) where the pattern is not one, or does not write the quantity and nothing but it:
    // a date needs year, month and day (or year and day of the year), a time hours, a moment both.
    DatePattern(std::string pattern, Quantity quantity);

    const std::string& pattern() const { return pattern_; }
    Quantity quantity() const { return quantity_; }

    // The whole of `text`; nothing where it is not written so, or is no day of the calendar (30
    // February). Names of months in any case; digits as many as the pattern has, or, after "-", as
    // many as there are. Years 1 to 9999.
    std::optional<double> parse(std::string_view text) const;
    // Rounded to what the pattern shows, half up. parse(text(x)) is x where the pattern shows all
    // of it; dates are written of whole days.
    std::string text(double value) const;
    // The smallest step that the pattern shows, in the unit of the quantity: a day, or a minute.
    double step() const { return step_; }

  private:
    struct Part {
        char field = 0;     // 0: literal
        bool bare = false;  // without leading zeros
        bool capital = false;
        int digits = 0;  // of a fraction
        std::string literal;
    };
    struct Fields;

    void compile();
    bool parse_part(const Part& part, std::string_view& text, Fields& fields) const;
    bool has(char field) const;
    std::optional<double> value_of(const Fields& fields) const;

    std::string pattern_;
    Quantity quantity_;
    std::vector<Part> parts_;
    double step_ = 1;
};

// Days since 1 January 1970 of a day of the Gregorian calendar, and back; nothing where there is no
// such day.
struct CivilDay {
    int year = 1970;
    unsigned month = 1;
    unsigned day = 1;

    friend bool operator==(const CivilDay&, const CivilDay&) = default;
};
std::optional<std::int64_t> days_of(CivilDay day);
CivilDay civil_day(std::int64_t days);

}  // namespace lethe
