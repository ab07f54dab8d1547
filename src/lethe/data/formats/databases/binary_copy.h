// The binary form of PostgreSQL's COPY: a head, rows of cells with their lengths, an end. Comes in
// pieces of any length; what a server sends is checked like a file. Only for
// data/formats/databases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/data/formats/databases/cell_column.h"

namespace lethe::formats {

enum class BinaryCell {
    int16,
    int32,
    int64,
    float32,
    float64,
    truth,
    date,
    time,
    moment,
    duration,  // without months
    text,
};

// What a column of such cells takes.
Takes takes_of(BinaryCell cell);
Quantity quantity_of(BinaryCell cell);

class BinaryCopyReader {
  public:
    // One type a column. Both outlive the reader.
    BinaryCopyReader(const std::vector<BinaryCell>& types, std::vector<CellColumn>& columns)
        : types_(types), columns_(columns) {}

    // Error(input) where the bytes are not such a copy, here and in finish.
    void take(std::string_view bytes);
    void finish() const;
    std::int64_t rows() const { return rows_; }

  private:
    std::size_t parse(std::string_view bytes);
    std::size_t head_size(std::string_view bytes) const;
    std::size_t row_size(std::string_view bytes) const;
    void add_row(std::string_view bytes);
    void add_cell(std::size_t column, std::string_view cell);

    const std::vector<BinaryCell>& types_;
    std::vector<CellColumn>& columns_;
    std::string rest_;  // of a row that is not whole yet
    std::int64_t rows_ = 0;
    bool begun_ = false;
    bool ended_ = false;
};

// Days and microseconds as PostgreSQL counts them, from 1 January 2000.
inline constexpr std::int64_t kPostgresFirstDay = 10957;
inline constexpr std::int64_t kPostgresFirstSecond = kPostgresFirstDay * 86400;
inline constexpr std::string_view kBinaryCopySignature{"PGCOPY\n\377\r\n\0", 11};

}  // namespace lethe::formats
