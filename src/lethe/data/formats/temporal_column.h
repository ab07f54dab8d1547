// Columns of dates and times whose cells are whole numbers, as DuckDB has them. Only for
// data/formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/validity.h"

namespace lethe::formats {

// Numeric columns with a notation of ISO 8601: days, or seconds with as many digits of the fraction
// as some value needs. A column of which a value cannot be such a number is one of texts, as DuckDB
// writes them: years beyond 1 to 9999, infinity, 24:00:00, and what a double cannot tell apart
// (moments to the nanosecond; to the microsecond beyond the year 2112).
class TemporalColumnBuilder {
  public:
    // `missing`: texts that mean missing, of which those in ISO 8601 are looked for.
    TemporalColumnBuilder(std::string name, TemporalType type, std::vector<std::string> missing);

    void append(const Cells& cells);
    std::optional<Problem> problem(const std::string&) const { return std::nullopt; }
    ColumnPtr finish();

  private:
    bool fits() const;
    int fraction_digits() const;
    ColumnPtr as_texts();

    std::string name_;
    TemporalType type_;
    std::vector<std::string> missing_;
    std::vector<std::int64_t> values_;  // in the type's units; 0 where missing
    ValidityBuilder validity_;
};

}  // namespace lethe::formats
