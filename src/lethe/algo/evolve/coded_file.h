// A file of categories as codes, for searches that look at many versions of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/space/categories.h"

namespace lethe {

using CellCode = std::uint16_t;
// Cells record by record.
using FileCodes = std::vector<CellCode>;

struct CodedColumn {
    std::string name;
    std::int32_t domain = 0;  // categories; the code that follows them is missing
    bool ordinal = false;
    bool has_missing = false;  // in the original
    CategoryScale scale;

    std::int32_t codes() const { return domain + 1; }
    CellCode missing() const { return static_cast<CellCode>(domain); }
    CellCode largest_code() const { return missing(); }
    // In parts of the scales' `whole`; a missing value stands at the column's centre.
    std::int32_t distance(CellCode a, CellCode b) const;
};

// The original that the versions are compared with.
class CodedFile {
  public:
    // Error(usage) for a column of numbers or of more than 65,000 categories, for no column, or for
    // a column where all is missing.
    CodedFile(const Context& context, const Table& table, std::span<const std::string> columns);

    std::int64_t rows() const { return rows_; }
    std::int64_t width() const { return std::ssize(columns_); }
    std::int64_t cells() const { return rows_ * width(); }
    const std::vector<CodedColumn>& columns() const { return columns_; }
    std::int32_t whole() const { return whole_; }
    const FileCodes& codes() const { return codes_; }
    std::span<const CellCode> record(std::int64_t row) const {
        return std::span(codes_).subspan(static_cast<std::size_t>(row * width()),
                                         static_cast<std::size_t>(width()));
    }

    // Another version of the file. Categories are known by their text; Error(input) for one that
    // the original does not have, and for another number of rows.
    FileCodes coded(const Table& table) const;
    // The original with a version's values in its columns.
    Table table(std::span<const CellCode> codes) const;

  private:
    Table original_;
    std::int64_t rows_;
    std::vector<CodedColumn> columns_;
    std::int32_t whole_ = 1;
    FileCodes codes_;
};

}  // namespace lethe
