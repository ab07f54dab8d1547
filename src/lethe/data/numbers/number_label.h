// Labels that stand for numbers: a number, an interval "[20,30)", "[20, 30)" or
// "[20, 30[", "<18" or ">= 65"; and, of columns that are written in a way of their own, the same of
// numbers as they write them: "[1.200,50 €; 1.300 €)", "[1990-01-01, 1994-12-31]", "<1.1.1990".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lethe/data/column.h"

namespace lethe {

struct NumberInterval {
    double low = 0;   // may be -infinity
    double high = 0;  // may be infinity

    // What a reader takes it for: its middle, or its end where it has one only.
    double reading() const;
};

// Writes numbers and intervals as a column of this notation writes its numbers; null: plainly.
class NumberLabels {
  public:
    explicit NumberLabels(NotationPtr notation = nullptr);

    // With as many decimals as it has: an end is nothing to be rounded.
    std::string number(double value) const;
    // "[20,30)" with `closing` at its end. Between plain numbers stands `between`; between those of
    // a notation ", ", or "; " where one may hold a comma itself: "[1,5; 2,5)".
    std::string interval(double low, double high, char closing,
                         std::string_view between = ",") const;
    // An end of half-open intervals: of dates and times the next one that can be written, since no
    // value lies between; otherwise the number itself.
    double edge(double value) const;

  private:
    NotationPtr notation_;
    std::string_view between_;  // of a notation
};

// Nothing for a text that is none of these. With a notation numbers are read as it writes them; of
// dates and moments also what the hierarchies of dates call their levels ("1990-Q3", "1990",
// "1990s"), as the span from the first to the last value.
std::optional<NumberInterval> interval_of_label(std::string_view label,
                                                const Notation* notation = nullptr);

// The numbers that the labels of a column of categories stand for, spelt as the labels; null unless
// every label stands for one. `notation`: of the column that the labels are of.
ColumnPtr numbers_of_labels(const Column& column, const NotationPtr& notation = nullptr);

}  // namespace lethe
