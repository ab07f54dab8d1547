// Half-open intervals of the number line, [edge, next edge), of one width, between given breaks, or
// units of the calendar.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/data/numbers/number_label.h"
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"

namespace lethe::mask {

// Classes have numbers: 0, 1, 2 ... between breaks, any whole number (as a double) for a width, the
// first value of a unit of the calendar.
class Intervals {
  public:
    // Edges at origin + i * width. An edge is rounded to 15 digits, so that a width of 0.1 has the
    // edge 0.3 that people write and not 0.30000000000000004.
    static Intervals of_width(double width, double origin);
    // `breaks` ascend; the first and the last class have no lower and no upper end.
    static Intervals between(std::vector<double> breaks);

    // Of a column of dates or moments; the unit does not return (data/written/date_units.h).
    static Intervals of_dates(DateUnit unit, const Notation& notation);

    double class_of(double value) const;
    double low(double number) const;   // minus infinity for the first class between breaks
    double high(double number) const;  // infinity for the last
    // The middle; for a class without one end, the end that it has. Of dates the middle value, of
    // two the earlier.
    double midpoint(double number) const;
    // "[20,30)", "<18", ">=65"; ends are written as the labels of the column are. Of dates what the
    // unit is called: "1990-Q3".
    std::string label(double number, const NumberLabels& labels = NumberLabels()) const;

  private:
    double width_ = 0;
    double origin_ = 0;
    std::vector<double> breaks_;
    std::optional<DateUnit> unit_;
    Quantity quantity_ = Quantity::number;
    double step_ = 0;  // of dates
};

}  // namespace lethe::mask
