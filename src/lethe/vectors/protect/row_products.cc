#include "lethe/vectors/protect/row_products.h"

#include <algorithm>

namespace lethe::vectors {

void RowProducts::of(const SparseRow& row, std::vector<double>& products,
                     std::int64_t first) const {
    products.assign(static_cast<std::size_t>(rows_), 0.0);
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        const double weight = row.values[i];
        const SparseRow holders = terms_[row.columns[i]];
        std::size_t from = 0;
        if (first > 0) {
            from = static_cast<std::size_t>(
                std::ranges::lower_bound(holders.columns, static_cast<std::int32_t>(first)) -
                holders.columns.begin());
        }
        for (std::size_t j = from; j < holders.columns.size(); ++j) {
            products[static_cast<std::size_t>(holders.columns[j])] += weight * holders.values[j];
        }
    }
}

}  // namespace lethe::vectors
