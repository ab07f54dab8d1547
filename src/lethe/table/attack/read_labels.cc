#include "lethe/table/attack/read_labels.h"

#include <algorithm>

#include "lethe/method/category_columns.h"

namespace lethe::attack {

Table with_labels_read(const AssessInput& input) {
    std::vector<ColumnPtr> read;
    for (const std::string& name : input.columns) {
        const Column& column = input.masked.column(name);
        if (column.is_numeric()) continue;
        const CategoryColumn coded = category_column(input, name);
        if (!coded.has_new_categories()) continue;
        std::vector<std::int32_t> codes;
        Validity validity(column.size());
        for (std::int64_t row = 0; row < column.size(); ++row) {
            const std::int32_t code =
                coded
                    .read_as[static_cast<std::size_t>(coded.masked[static_cast<std::size_t>(row)])];
            if (code == CategoryColumn::kNothing) validity.set_missing(row);
            codes.push_back(std::max(code, 0));
        }
        read.push_back(Column::categories(name, column.kind(), std::move(codes),
                                          input.original.column(name).dictionary_ptr(),
                                          std::move(validity)));
    }
    return input.masked.with(read);
}

}  // namespace lethe::attack
