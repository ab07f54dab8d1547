// A column from the columns of several files, one below the other. Only for data/formats.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/data/column.h"
#include "lethe/data/formats/text_index.h"
#include "lethe/data/formats/validity.h"

namespace lethe::formats {

// Numbers where all are numbers of one notation; a column without values fits any. Otherwise
// categories, by the texts as they are written. What the first file says of the column is kept.
class StackedColumn {
  public:
    explicit StackedColumn(const Column& first);

    void append(const Column& column);
    ColumnPtr finish();

  private:
    bool fits(const Column& column) const;
    void append_numbers(const Column& column);
    void append_texts(const Column& column);
    void spell_each_number();
    void become_texts();
    ColumnPtr numeric();

    std::string name_;
    Kind kind_;
    bool numbers_wanted_ = true;
    NotationPtr notation_;  // once there is a number
    bool any_number_ = false;
    DescriptionPtr description_;
    std::int64_t rows_ = 0;
    std::vector<double> numbers_;
    std::vector<std::int32_t> codes_;
    TextIndex index_;
    ValidityBuilder validity_;
    Column::Spelling spelling_;
    std::optional<std::string> missing_;  // the spelling of missing
};

}  // namespace lethe::formats
