// Makes a column out of the cells of a DuckDB result. Only for data/formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/temporal_column.h"
#include "lethe/data/formats/text_column.h"
#include "lethe/data/formats/validity.h"

namespace lethe::formats {

// Columns of integers and floating point numbers: numeric, unless an integer lies beyond 2^53,
// which a double would change; then categories.
class NumberColumnBuilder {
  public:
    NumberColumnBuilder(std::string name, std::vector<std::string> missing);

    void append(const Cells& cells);
    std::optional<Problem> problem(const std::string& path) const;
    ColumnPtr finish();

  private:
    template <class T>
    void append_as(const Cells& cells);
    template <class T>
    void append_text(const T* values, const Cells& cells);
    void become_categories();
    void check_values(std::size_t begin);

    std::string name_;
    std::vector<std::string> missing_;
    std::vector<double> missing_numbers_;
    bool nan_is_missing_ = false;
    bool infinity_is_missing_ = false;
    std::vector<double> numbers_;
    ValidityBuilder validity_;
    std::int64_t first_not_finite_ = -1;
    bool first_is_nan_ = false;
    std::optional<TextColumnBuilder> categories_;
};

// Any of the three, as the column's type asks. The column knows as what it was stored.
class TypedColumnBuilder {
  public:
    // `cells` of a column that is cast to text are those of a text.
    TypedColumnBuilder(const ResultColumn& column, CellType cells,
                       const std::vector<std::string>& missing);

    void append(const Cells& cells);
    void append_texts(const TextCells& cells);  // of a column of texts
    std::optional<Problem> problem(const std::string& path) const;
    ColumnPtr finish();
    CellType cells() const { return cells_; }

  private:
    CellType cells_;
    StoredAs stored_ = StoredAs::unknown;
    std::variant<NumberColumnBuilder, TextColumnBuilder, TemporalColumnBuilder> builder_;
};

}  // namespace lethe::formats
