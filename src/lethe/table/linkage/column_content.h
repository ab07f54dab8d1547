// What the values of a column look like, as far as comparing them needs it. Looks at the distinct
// values, at most some thousand of them, chosen evenly.
#pragma once

#include <cstdint>

#include "lethe/data/column.h"
#include "lethe/table/linkage/standardise.h"

namespace lethe::linkage {

struct ColumnContent {
    std::int64_t rows = 0;
    std::int64_t present = 0;   // rows with a value that says something
    std::int64_t distinct = 0;  // of these, distinct values
    // Shares of the distinct values that were looked at.
    double numbers = 0;
    double dates = 0;
    double labels = 0;     // "[20,30)", ">=65", "{a,b}": standing for several values
    double letters = 0;    // with at least one letter
    double addresses = 0;  // of e-mail: with an @ inside
    double codes = 0;      // digits once blanks and punctuation are left out, and at least four
    bool whole = false;    // all numbers are whole
    bool years = false;    // all of them between 1800 and 2100
    // Of whole numbers: how many digits most of them have, and what share of them has so many.
    int usual_digits = 0;
    double usual_share = 0;
    double least = 0;  // whole number
    double greatest = 0;
    bool leading_zeros = false;  // of more than one in fifty
    DateOrder order = DateOrder::day_first;
    bool order_told = false;  // some date has one reading only, or all are written year first
    bool unique = false;      // present in every row, and no two are equal
};

ColumnContent content_of(const Column& column);

// The share of the distinct values of one column, as they are written, that the other has as well.
double shared_values(const Column& of, const Column& other);

// Whether a text stands for several values, such as "[20,30)" or "{a,b}".
bool is_label(std::string_view text);

}  // namespace lethe::linkage
