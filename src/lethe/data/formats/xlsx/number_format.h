// Number formats of spreadsheets: what the code of a cell's format says of its number, and the code
// for a notation. Only for data/formats/xlsx.
//
//   yyyy-mm-dd hh:mm   a date, a time or both: the number counts days
//   [h]:mm             a duration, in days too
//   0.0%               percent: 0.125 is shown as 12.5 %
//   #,##0.00 "€"       currency
//
// All else is a plain number. Of a format only the first section counts ("0.00;[Red]-0.00").
#pragma once

#include <string>
#include <string_view>

#include "lethe/data/written/notation.h"

namespace lethe::formats {

struct SheetNumberFormat {
    enum class Shape { plain, percent, currency, dates };
    Shape shape = Shape::plain;
    NotationPtr notation;  // null of plain numbers
    int decimals = -1;     // that each number has; -1: not fixed
    std::string code = {};
};

// Years are written with four digits in the notation, whatever the format says: a sheet knows the
// century. Where a pattern cannot say what the format says (names of weekdays, a month without its
// day, the date of the reader's country), it is ISO 8601.
SheetNumberFormat sheet_number_format(const std::string& code);
// "General" for a number that is not known.
std::string built_in_format(int number);
// Those that mean the date of the reader's country, which no code says; 0: none.
int number_of_format(std::string_view code);

// The code by which numbers are shown as the notation (null: plain) writes them.
std::string format_code(const Notation* notation, int decimals);

// ISO 8601, as fine as asked: to the day, the second or the millisecond.
enum class DateStep { day, second, millisecond };
NotationPtr iso_notation(Quantity quantity, DateStep step);

}  // namespace lethe::formats
