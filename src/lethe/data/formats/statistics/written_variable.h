// How a column becomes a variable of a statistics file. Only for data/formats.
#pragma once

#include <readstat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/data/formats/statistics/statistics_dates.h"

namespace lethe::formats {

// What a file format holds, in bytes.
struct StatisticsLimits {
    std::size_t text = 0;  // the longest that a fixed field holds
    std::size_t label = 0;
    std::size_t value_label = 0;
    bool whole_labels = false;   // value labels belong to whole numbers alone
    bool value_labels = true;    // it has them at all
    bool text_labels = false;    // of texts too
    bool missing_codes = false;  // SPSS
    bool letters = false;        // missing values with a letter
    bool short_numbers = false;  // of one, two and four bytes: Stata
    bool long_texts = false;     // texts beyond `text` are kept elsewhere: Stata's strL
};

// A column of dates is a number with the format that it had in its file, or a usual one. A column
// of categories whose values are numbers, and were in its file, is a number again; any other is a
// text. A format, a stored type and labels are those of the file that the column came from where
// they still hold: of a masked column only labels of values that are there, and no format of a date
// that is no date any more.
class WrittenVariable {
  public:
    WrittenVariable(Program program, const StatisticsLimits& limits, const Column& column);

    const Column& column() const { return *column_; }
    readstat_type_t type() const { return type_; }
    std::size_t width() const { return width_; }  // of a text, in bytes
    const std::string& format() const { return format_; }
    std::string label() const;
    std::int32_t shown_width() const;  // 0: not told
    const std::vector<ValueLabel>& labels() const { return labels_; }
    const Description& description() const;

    // The number of a row with a value.
    double number(std::int64_t row) const;
    // The number that a label names by its text.
    std::optional<double> labelled(const std::string& value) const;
    // Of a missing row: the code of SPSS, or the letter, that its spelling tells; neither of one
    // that is just missing.
    std::optional<double> missing_code(std::int64_t row) const;
    std::optional<char> missing_letter(std::int64_t row) const;
    std::optional<std::string> missing_text(std::int64_t row) const;

  private:
    bool was_of(Program program) const;
    void plan_number();
    void plan_dates();
    void plan_text();
    void choose_type();
    void choose_labels();
    std::unordered_set<std::string> written_values() const;

    Program program_;
    StatisticsLimits limits_;
    const Column* column_;
    readstat_type_t type_ = READSTAT_TYPE_DOUBLE;
    std::size_t width_ = 0;
    std::string format_;
    std::vector<ValueLabel> labels_;
    std::optional<DateCount> dates_;
    std::vector<double> coded_;  // the numbers of a dictionary
};

// No more than so many bytes, and whole characters.
std::string shortened(std::string_view text, std::size_t bytes);

}  // namespace lethe::formats
