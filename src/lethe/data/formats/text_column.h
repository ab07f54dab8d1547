// Makes a column out of texts: numbers if all of them are, plain or in the notation of the column,
// categories otherwise. Only for data/formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/data/formats/csv_scan.h"
#include "lethe/data/formats/scan_notation.h"
#include "lethe/data/formats/scan_number.h"
#include "lethe/data/formats/text_index.h"
#include "lethe/data/formats/validity.h"

namespace lethe::formats {

// Cell i is slice first[i * stride] of `text`. An empty slice is a missing value unless quoted.
struct TextCells {
    const char* text = nullptr;
    const TextSlice* first = nullptr;
    std::size_t stride = 1;
    std::int64_t count = 0;
};

// `word` is NaN or an infinity as the file has it; `row` counts from 0.
Problem not_finite_problem(const std::string& column, std::int64_t row, std::string_view word,
                           const std::string& path);

enum class TextSource {
    file,        // untyped: may be numbers, and the usual words for missing count as missing
    numbers,     // numbers that came as text: missing is marked, words mean themselves
    categories,  // never numbers
};

class TextColumnBuilder {
  public:
    // `missing`: texts that mean missing, whatever the source. `notation`: how numbers are written,
    // null where plainly.
    TextColumnBuilder(std::string name, TextSource source, std::vector<std::string> missing,
                      NotationPtr notation = nullptr);

    void reserve(std::int64_t rows);
    void append(const TextCells& cells);
    // The first number that is not finite, in a column of numbers.
    std::optional<Problem> problem(const std::string& path) const;
    ColumnPtr finish();

  private:
    void add_number(std::string_view text, bool quoted);
    void add_category(std::string_view text, bool quoted);
    void add_missing(std::string_view text);
    NumberScan scan(std::string_view text) const;
    std::string number_as_text(double number, int decimals) const;
    bool is_shortest(std::string_view text, const NumberScan& scan) const;
    void note_spelling(std::string_view text, const NumberScan& scan);
    void spell_shortest();
    std::string number_row_text(std::int64_t row) const;
    void become_categories();
    std::int64_t find_first_non_number() const;

    std::string name_;
    TextSource source_;
    std::vector<std::string> missing_;
    std::optional<NotationScanner> notation_;

    bool numeric_;
    std::int64_t rows_ = 0;
    std::int64_t reserved_ = 0;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    TextIndex index_;
    ValidityBuilder validity_;

    Column::Spelling spelling_;
    std::optional<std::string> missing_text_;  // of the first missing value
    std::optional<int> decimals_;              // of all numbers so far; -1: they differ
    std::int64_t finite_numbers_ = 0;
    std::int64_t first_not_finite_ = -1;
    std::vector<std::int64_t> quoted_empty_;  // missing in a column of numbers only
};

}  // namespace lethe::formats
