// What the numbers of a column can be: how many decimals they have, between which bounds they lie,
// or which codes they are. A masking method computes with numbers and knows nothing of this; what
// it returns is brought back to a value that the column can have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/data/column.h"
#include "lethe/data/written/date_units.h"

namespace lethe {

struct NumberDomain {
    std::optional<int> decimals;  // 0: whole numbers, -2: hundreds; none: any number
    std::optional<double> least;
    std::optional<double> most;
    std::vector<double> codes;  // ascending; where there are any, the only values
    int written = -1;           // decimals of every text, as in 2.50; -1: the shortest text
    // Of dates and times: what they are, their smallest difference, and, where that is coarser, the
    // unit of which they are first days or moments.
    Quantity quantity = Quantity::number;
    double step = 0;
    std::optional<DateUnit> unit = {};

    bool empty() const {
        return !decimals && !least && !most && codes.empty() && step == 0 && !unit;
    }

    // The value of the domain that stands for a number: rounded, half away from zero, or, of dates
    // and times, half up or to the beginning of the unit; then moved to
    // the bound that it is beyond; or the nearest code, of two equally near ones the larger.
    // Monotone, and a value of the domain stands for itself: records that were equal stay equal,
    // and who was below another is not above it.
    double nearest(double value) const;
    bool holds(double value) const { return nearest(value) == value; }
};

// From the values of a column as they were before anything was masked:
// - decimals: as many as the value that has most; none where that is more than nine. Whole numbers
//   of which all are tens, hundreds, ... stay so where there are at least twenty different ones.
// - bounds: zero where no value is beyond it, and the least or largest value where at least ten
//   rows share it (the end of a scale, a top code). Other extremes are no bounds: a value that was
//   moved to one would tell it. A column called age, in which nobody is above 120, ends there.
// - codes: the values themselves where they are at most twenty and at least ten rows share each.
// Of dates and times: the step in which they are written, and the ends that at least ten rows
// share. No zero (1970 is nobody's year; times of day and durations have their own ends), and no
// codes or hundreds of days.
// Sorts the values: n log n.
NumberDomain inferred_domain(const Column& column);

// {"decimals": 0, "range": [0, null], "codes": 4}; of dates {"quantity": "date", "step": 1,
// "range": ["1990-01-01", null]}, of moments and times in seconds.
Json to_json(const NumberDomain& domain);
Json bound_json(double bound, Quantity quantity);  // as it stands in a range

// Decimals, steps and bounds as to_json wrote them; what cannot be read is left out.
NumberDomain domain_from_json(const Json& json);

// A masked column with values that its domain has, and every value written in one way: equal
// numbers alike and missing ones as in `original`. `bounded` counts values that were beyond a
// bound. Columns of categories keep their values.
ColumnPtr with_possible_values(const Column& masked, const Column& original,
                               const NumberDomain& domain, std::int64_t& bounded);

}  // namespace lethe
