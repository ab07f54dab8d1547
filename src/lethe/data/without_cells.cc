#include "lethe/data/without_cells.h"

#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace lethe {
namespace {

// Without the texts of the rows, which would be written in place of the missing value.
std::shared_ptr<const Column::Spelling> without_texts(const Column& column,
                                                      std::span<const std::int64_t> rows) {
    if (!column.spelling() || column.spelling()->rows.empty()) return column.spelling();
    const Column::Spelling& old = *column.spelling();
    auto kept = std::make_shared<Column::Spelling>();
    kept->missing = old.missing;
    kept->decimals = old.decimals;
    kept->first_non_number = old.first_non_number;
    const std::set<std::int64_t> gone(rows.begin(), rows.end());
    for (std::size_t i = 0; i < old.rows.size(); ++i) {
        if (!gone.contains(old.rows[i])) kept->add(old.rows[i], old.own_text(i));
    }
    return kept;
}

}  // namespace

ColumnPtr without_cells(const Column& column, std::span<const std::int64_t> rows) {
    Validity validity = column.validity().all() ? Validity(column.size()) : column.validity();
    if (column.is_numeric()) {
        std::vector<double> values(column.numbers().begin(), column.numbers().end());
        for (const std::int64_t row : rows) {
            validity.set_missing(row);
            values[static_cast<std::size_t>(row)] = 0;
        }
        return Column::numeric(column.name(), std::move(values), std::move(validity),
                               without_texts(column, rows));
    }
    std::vector<std::int32_t> codes(column.codes().begin(), column.codes().end());
    for (const std::int64_t row : rows) {
        validity.set_missing(row);
        codes[static_cast<std::size_t>(row)] = 0;
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), std::move(validity),
                              without_texts(column, rows));
}

}  // namespace lethe
