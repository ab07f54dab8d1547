// How the numbers of a column are written: digits with a decimal comma, groups of thousands, a sign
// of currency or percent, or dates and times. A column computes with the number; whoever shows it
// to a person or writes it to a file asks its notation for the text. A masked column takes over
// the notation of the column that it replaces.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lethe/data/written/date_pattern.h"

namespace lethe {

class Notation;
using NotationPtr = std::shared_ptr<const Notation>;

inline constexpr std::string_view kMinusSign = "\u2212";  // of typesetters

// Marks of numbers as people write them: "1.234,50 €" is {",", ".", "", " €"}. Percent is a sign
// like others: "12 %" is the number 12.
struct NumberMarks {
    std::string decimal = ".";
    std::string group;   // between groups of three digits; empty: none
    std::string before;  // what stands before and behind each number, blanks too
    std::string after;
    std::string minus = "-";    // or kMinusSign
    bool minus_behind = false;  // "5,00-", as business programs write it

    bool usual() const { return *this == NumberMarks{}; }
    friend bool operator==(const NumberMarks&, const NumberMarks&) = default;
};

class Notation {
  public:
    // Error(usage) where a mark is a digit or a sign, the two marks are one, or the minus is none.
    static NotationPtr of_numbers(NumberMarks marks);
    static NotationPtr of_dates(std::string pattern, Quantity quantity);  // as DatePattern

    Quantity quantity() const { return dates_ ? dates_->quantity() : Quantity::number; }
    bool is_number() const { return !dates_; }
    const NumberMarks& marks() const { return marks_; }
    const DatePattern* dates() const { return dates_ ? &*dates_ : nullptr; }
    // Of dates and times the smallest difference that can be written; 0 of numbers.
    double step() const { return dates_ ? dates_->step() : 0; }
    // Dates and moments: what has a calendar.
    bool is_of_calendar() const {
        return quantity() == Quantity::date || quantity() == Quantity::moment;
    }

    // The whole of `text`. Of numbers, groups may be missing altogether but are of three digits
    // where there are any; what stands before and behind may be missing; the minus may be "-" or
    // U+2212, before the number or what stands before it, or behind it where the marks say so.
    std::optional<double> parse(std::string_view text) const;
    // How many decimals a number has that is written so; -1 of dates.
    int decimals_of(std::string_view text) const;
    // Of numbers, with so many decimals; -1: the shortest text.
    std::string text(double value, int decimals = -1) const;

    friend bool operator==(const Notation& a, const Notation& b);

  private:
    Notation() = default;

    NumberMarks marks_;
    std::optional<DatePattern> dates_;
};

}  // namespace lethe
