#include "lethe/data/without_cells.h"

#include <utility>
#include <vector>

namespace lethe {

ColumnPtr without_cells(const Column& column, std::span<const std::int64_t> rows) {
    Validity validity = column.validity().all() ? Validity(column.size()) : column.validity();
    if (column.is_numeric()) {
        std::vector<double> values(column.numbers().begin(), column.numbers().end());
        for (const std::int64_t row : rows) {
            validity.set_missing(row);
            values[static_cast<std::size_t>(row)] = 0;
        }
        return Column::numeric(column.name(), std::move(values), std::move(validity),
                               column.spelling());
    }
    std::vector<std::int32_t> codes(column.codes().begin(), column.codes().end());
    for (const std::int64_t row : rows) {
        validity.set_missing(row);
        codes[static_cast<std::size_t>(row)] = 0;
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), std::move(validity), column.spelling());
}

}  // namespace lethe
