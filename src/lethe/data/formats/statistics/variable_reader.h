// A variable of a statistics file on its way to a column. Only for data/formats.
#pragma once

#include <readstat.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/data/formats/statistics/statistics_dates.h"
#include "lethe/data/formats/text_index.h"
#include "lethe/data/formats/validity.h"

namespace lethe::formats {

// One entry of a set of value labels: of a number, a text, or a missing value with a letter.
struct ReadLabel {
    std::optional<double> number;
    std::string text;  // otherwise; ".a" of a missing value
    std::string label;
};

class VariableReader {
  public:
    // `missing`: texts that mean missing, besides what the file says.
    VariableReader(Program program, std::string_view format_name, readstat_variable_t& variable,
                   const std::vector<std::string>& missing);

    const std::string& name() const { return name_; }
    std::int64_t rows() const { return rows_; }
    void add(readstat_variable_t& variable, const readstat_value_t& value);

    std::optional<Problem> problem(const std::string& path) const;
    ColumnPtr finish(const std::vector<ReadLabel>& labels);

  private:
    void add_missing(std::string_view text);
    void add_number(double value);
    void add_text(readstat_variable_t& variable, const readstat_value_t& value);
    void take_labels(const std::vector<ReadLabel>& labels, const Notation* notation);
    bool is_coded(const std::vector<ReadLabel>& labels) const;
    ColumnPtr coded_column(std::shared_ptr<const Column::Spelling> spelling);

    std::string name_;
    std::vector<std::string> missing_;
    std::vector<double> missing_numbers_;
    std::optional<DateCount> dates_;
    Description description_;
    bool text_ = false;
    std::int64_t rows_ = 0;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    TextIndex index_;
    ValidityBuilder validity_;
    Column::Spelling spelling_;
    std::int64_t first_not_finite_ = -1;
    bool bad_text_ = false;
};

}  // namespace lethe::formats
