// Which columns give people away, in figures that do not hang on one of many optimal distances.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/learnt/weight_ranges.h"
#include "lethe/table/attack/linkage/linkage_crowd.h"

namespace lethe::attack {

// All in percent of people found (a guess counting as its chance), in the whole release, by an
// intruder who weighs each column by the inverse of what masking changed in it on average.
struct ColumnExposure {
    std::string name;
    double owed = 0;   // its share in what all columns find together: Shapley's value, the mean of
                       // what it adds to those before it over orders of the columns
    double alone = 0;  // found by this column alone
    double lost = 0;   // no longer found without it
};

struct ColumnsExposed {
    std::vector<ColumnExposure> columns;  // those owed most first
    double together = 0;                  // found by all columns; what is owed sums to it
    std::int64_t people = 0;              // looked for
    std::int64_t orders = 0;              // of the columns that were tried; 0: all sets of columns
};

// `work`: about how many differences of one column may be looked at; of many people some are taken,
// and of many columns some orders instead of all. No columns where that is not enough for fifty
// people (or all there are).
ColumnsExposed column_exposure(const Context& context, const LinkSample& sample,
                               const std::vector<std::string>& columns, const Random& random,
                               std::int64_t work);

// Adds `columns_exposed` and what it rests on; with ranges, to each of the `key_attributes` what
// its weight can be (`least`, `most`) where the same people are found, and `heaviest`: the column
// that weighs most in all of these distances, null where that is not determined.
void describe_exposure(Json& details, const ColumnsExposed& exposed);
void describe_ranges(Json& details, const std::vector<WeightRange>& ranges,
                     const std::vector<std::string>& columns);

}  // namespace lethe::attack
