// A table: named columns of equal length. Immutable and cheap to copy (columns are shared).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/column.h"

namespace lethe {

class Table {
  public:
    Table() = default;
    // Error(input) if names repeat or lengths differ.
    explicit Table(std::vector<ColumnPtr> columns);

    std::int64_t rows() const { return rows_; }
    const std::vector<ColumnPtr>& columns() const { return columns_; }
    std::vector<std::string> names() const;

    const Column* find(std::string_view name) const;    // null when there is none
    const Column& column(std::string_view name) const;  // Error(usage), with a "did you mean"
    ColumnPtr column_ptr(std::string_view name) const;

    // By name; new ones go last. Each takes over what Column::in_place_of says.
    Table with(std::span<const ColumnPtr> changed) const;
    Table select(std::span<const std::string> names) const;
    Table without(std::span<const std::string> names) const;
    Table gather(std::span<const std::int64_t> rows) const;

  private:
    std::vector<ColumnPtr> columns_;
    std::int64_t rows_ = 0;
};

}  // namespace lethe
