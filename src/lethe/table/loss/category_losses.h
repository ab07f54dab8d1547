// The three losses of categories and their mean: by distance (DBIL), by contingency tables (CTBIL)
// and by entropy (EBIL). All are between 0 and 100 percent. Missing is a category of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "lethe/method/category_columns.h"

namespace lethe::loss {

using CategoryColumns = std::vector<CategoryColumn>;

// Per column, in percent: the mean over the masked records of the distance from the original
// category: the distance of space/attribute/attribute.h with steps_over_count and missing as a
// value of its own, in whole steps, so that sums are exact. A category outside the domain is
// measured as the one it is read as.
std::vector<double> distance_losses(const Context& context, const CategoryColumns& columns);

// Every choice of `size` of the columns, in lexicographic order.
std::vector<std::vector<std::size_t>> choices_of(std::size_t columns, std::size_t size);

// The share of the records that would have to change their cell, of a table of some columns.
struct TableLoss {
    std::vector<std::size_t> columns;
    double sum = 0;  // of |f - f'| over the cells, masked records scaled up to as many as originals
    double percent = 0;  // of 2 N
};
// Of every table of 1 to `order` columns, those of fewer columns first.
std::vector<TableLoss> table_losses(const Context& context, const CategoryColumns& columns,
                                    std::int64_t order);
double mean_percent(const std::vector<TableLoss>& tables);

// What remains uncertain of a column's original category once the masked one is known.
struct EntropyLoss {
    double sum = 0;   // of the entropies (bits) over the masked records
    double most = 0;  // the largest sum that a column of this domain can have

    double percent() const { return lethe::percent(sum, most); }
};
// P(original | masked) is that of the two files side by side.
std::vector<EntropyLoss> entropy_losses(const Context& context, const CategoryColumns& columns);

double mean(const std::vector<double>& values);

// In percent, by column name.
Json by_column(const CategoryColumns& columns, const std::vector<double>& percents);

// What a reader of any of the three must know: nothing to compare, categories read as others.
void warn(const CategoryColumns& columns, std::vector<std::string>& warnings);

}  // namespace lethe::loss
