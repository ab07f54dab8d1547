// Columns of a table that comes cell by cell, as client libraries of databases hand it over. They
// become what the same cells of a Parquet file become (data/formats/typed_column.h); beside that,
// days and seconds become dates and times. Only for data/formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/formats/typed_column.h"
#include "lethe/data/table.h"
#include "lethe/data/written/date_pattern.h"

namespace lethe::formats {

enum class Takes {
    integers,
    numbers,
    number_texts,  // decimals: numeric where doubles hold all of them as they are written
    texts,         // categories
};

struct CellSpec {
    std::string name;
    Takes takes = Takes::texts;
    Quantity quantity = Quantity::number;  // of dates and times, whose cells are numbers
    std::string zone = {};                 // what stands behind each moment: "+00"
    Description description = {};
    std::vector<std::string> order = {};  // of categories that have one
};

class CellColumn {
  public:
    CellColumn(CellSpec spec, const std::vector<std::string>& missing);

    // As it was declared: integers of `integers`, numbers of `numbers`, texts of the others.
    void add_missing();
    void add_integer(std::int64_t value);
    void add_number(double value);
    // Must be UTF-8 and shorter than a gigabyte; otherwise problem() says so.
    void add_text(std::string_view text);

    // When all cells are there: what is wrong with them; then the column.
    std::optional<Problem> problem(const std::string& shown);
    ColumnPtr finish(const std::string& shown);

  private:
    void flush();
    void next_row();

    CellSpec spec_;
    TypedColumnBuilder builder_;
    std::vector<std::int64_t> integers_;
    std::vector<double> numbers_;
    std::string text_;
    std::vector<TextSlice> slices_;
    std::vector<std::uint64_t> validity_;
    std::size_t filled_ = 0;
    std::int64_t rows_ = 0;
    std::int64_t first_bad_text_ = -1;
};

// The table of them. Error(input) with all problems at once: none has rows, a number is not finite,
// a text is not UTF-8, a day is beyond the calendar.
Table table_of(std::vector<CellColumn>& columns, std::int64_t rows, const std::string& shown,
               const ReadOptions& options);

// Names that repeat are Error(input); the positions of those that are wanted.
std::vector<std::size_t> wanted_of(const std::vector<CellSpec>& specs, const std::string& shown,
                                   const ReadOptions& options);

// Days since 1970, or seconds, as dates or times written as ISO 8601 has them, with as many digits
// of a fraction as there are: none, three or six. Error(input) for years outside 1 to 9999.
ColumnPtr as_written_dates(const ColumnPtr& numbers, Quantity quantity, const std::string& zone,
                           const std::string& shown);

}  // namespace lethe::formats
