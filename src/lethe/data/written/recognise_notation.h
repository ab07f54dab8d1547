// How the texts of a column are written, where all of them are written alike: found, not found, or
// found to be undecided.
//
// 31/12/1999 tells day from month, 03/04/2020 alone does not; "1,5" tells a decimal comma, "1,234"
// alone may be a decimal comma or thousands. What is not told is not guessed: the column stays one
// of texts, and its owner is asked. The decimal mark is a property of the file, so that other
// columns may tell it; the order of day and month is one of the column.
//
// Never recognised: years of two digits (undecided, whatever their order), digits without marks as
// dates (20200131 is a number), numbers with leading zeros (they are codes), offsets of time zones.
// Written with points a date has its day first (31.12.1999), for nobody writes it otherwise.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/data/written/notation.h"

namespace lethe {

enum class DayOrder { unknown, day_first, month_first };

// What is said of a file, or known from its other columns.
struct NotationWishes {
    std::string decimal;  // empty: unknown
    std::string group;
    DayOrder order = DayOrder::unknown;
    std::string dates;  // a pattern of dates, moments or times; empty: none

    // dates = "day first", "month first" or a pattern. Error(usage) where it is none.
    void read_dates(const std::string& text);
    std::string dates_text() const;  // that read_dates reads back; empty: nothing is said
    // Error(usage) where the marks are none.
    void check() const;

    friend bool operator==(const NotationWishes&, const NotationWishes&) = default;
};

struct NotationGuess {
    NotationPtr notation;                 // null: plain numbers, mere texts, or undecided
    std::vector<NotationPtr> candidates;  // of an undecided column; otherwise empty
    std::string decimal;                  // the decimal mark that the texts prove; empty: none
    bool doubtful = false;                // plain numbers that may be thousands: each is like 1.234

    bool undecided() const { return !candidates.empty(); }
};

// Of a sample of values; those that mean missing are left out by the caller. Plain numbers have no
// notation, but where the decimal mark is known to be a comma, "1.234" is thousands.
NotationGuess recognise_notation(std::span<const std::string_view> texts,
                                 const NotationWishes& wishes = {});

// Of all columns of a file: the decimal mark that some prove decides for the others, unless they
// contradict each other.
std::vector<NotationGuess> recognise_notations(
    std::span<const std::vector<std::string_view>> columns, const NotationWishes& wishes = {});

// Of a column of texts, by its values but those that stand for missing ones ("?", "n/a"); of a
// numeric column what it has, and whether its plain numbers are doubtful.
NotationGuess notation_of(const Column& column);

// Date, moment or time, whichever the pattern writes. Error(usage) where it writes none.
NotationPtr notation_of_pattern(const std::string& pattern);

// The notation shown by an example that is nobody's value: "31.12.1999", "-1.234,50 €".
std::string notation_example(const Notation& notation);

}  // namespace lethe
