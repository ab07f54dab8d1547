// Half-open intervals of the number line, [edge, next edge), of one width or between given breaks.
#pragma once

#include <string>
#include <vector>

#include "lethe/data/numbers/number_label.h"

namespace lethe::mask {

// Classes have numbers: 0, 1, 2 ... between breaks, any whole number (as a double) for a width.
class Intervals {
  public:
    // Edges at origin + i * width. An edge is rounded to 15 digits, so that a width of 0.1 has the
    // edge 0.3 that people write and not 0.30000000000000004.
    static Intervals of_width(double width, double origin);
    // `breaks` ascend; the first and the last class have no lower and no upper end.
    static Intervals between(std::vector<double> breaks);

    double class_of(double value) const;
    double low(double number) const;   // minus infinity for the first class between breaks
    double high(double number) const;  // infinity for the last
    // The middle; for a class without one end, the end that it has.
    double midpoint(double number) const;
    // "[20,30)", "<18", ">=65"; ends are written as the labels of the column are.
    std::string label(double number, const NumberLabels& labels = NumberLabels()) const;

  private:
    double width_ = 0;
    double origin_ = 0;
    std::vector<double> breaks_;
};

}  // namespace lethe::mask
