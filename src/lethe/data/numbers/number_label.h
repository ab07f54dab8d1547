// Labels that stand for numbers: a number, an interval "[20,30)", "[20, 30)" or
// "[20, 30[", "<18" or ">= 65".
#pragma once

#include <optional>
#include <string_view>

#include "lethe/data/column.h"

namespace lethe {

struct NumberInterval {
    double low = 0;   // may be -infinity
    double high = 0;  // may be infinity

    // What a reader takes it for: its middle, or its end where it has one only.
    double reading() const;
};

// Nothing for a text that is none of these.
std::optional<NumberInterval> interval_of_label(std::string_view label);

// The numbers that the labels of a column of categories stand for, spelt as the labels; null unless
// every label stands for one.
ColumnPtr numbers_of_labels(const Column& column);

}  // namespace lethe
