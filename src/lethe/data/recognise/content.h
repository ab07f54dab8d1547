// What the values of a column look like, whatever the column is called. Depends on which values
// there are and how often, never on the order of the rows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/data/recognise/missing_codes.h"
#include "lethe/data/recognise/value_form.h"
#include "lethe/data/written/date_pattern.h"

namespace lethe::recognise {

struct Content {
    std::int64_t rows = 0;
    std::int64_t valid = 0;     // rows that hold a value, those with a missing code left out
    std::int64_t distinct = 0;  // different values among them
    std::int64_t alone = 0;     // values that one row has
    std::int64_t most = 0;      // rows of the most frequent value
    std::vector<MissingCode> missing_codes;  // the most frequent first
    bool missing_is_certain = true;          // whether all of these are certain

    // What the numbers of a numeric column are, by its notation.
    Quantity quantity = Quantity::number;
    // Of numbers, whether the column is numeric or its texts are numbers. Not of dates and times.
    bool numeric = false;
    bool whole = false;
    bool fine = false;  // most have more than two decimals
    double smallest = 0.0;
    double largest = 0.0;

    double words = 0.0;        // a value, on average
    int first_letters = 0;     // how many different letters values begin with
    bool same_length = false;  // of the texts
    double common_rows = 0.0;  // share of rows with a common name
    int common_names = 0;      // how many different values have one

    // Share of the different values (of a sample of them, if there are many) with a form.
    double share(Form form) const { return shares[static_cast<std::size_t>(form)]; }
    std::array<double, static_cast<std::size_t>(Form::kCount)> shares{};

    // Not a handful of categories: many different values, or few rows to a value.
    bool plenty() const {
        return distinct > 50 || 2 * distinct >= valid || (distinct > 20 && 20 * distinct >= valid);
    }
    bool all_differ() const { return valid > 1 && distinct == valid; }
    bool most_differ() const { return valid >= 20 && 100 * distinct >= 95 * valid; }
};

// Linear in the rows; forms are looked at in at most some thousand different values, which are
// chosen by a hash of the value.
Content content_of(const Column& column);

}  // namespace lethe::recognise
