#include "lethe/data/formats/databases/binary_copy.h"

#include <gtest/gtest.h>

#include "lethe/core/error.h"

namespace lethe::formats {
namespace {

std::string number(std::uint64_t value, std::size_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i) {
        text[bytes - 1 - i] = static_cast<char>((value >> (8 * i)) & 0xFFU);
    }
    return text;
}

std::string cell(const std::string& bytes) { return number(bytes.size(), 4) + bytes; }

std::string head() { return std::string(kBinaryCopySignature) + number(0, 8); }
std::string end() { return number(0xFFFF, 2); }

Table read_copy(const std::vector<BinaryCell>& types, const std::string& bytes, std::size_t piece) {
    std::vector<CellColumn> columns;
    for (std::size_t i = 0; i < types.size(); ++i) {
        CellSpec spec{"c" + std::to_string(i), takes_of(types[i])};
        spec.quantity = quantity_of(types[i]);
        columns.emplace_back(std::move(spec), std::vector<std::string>{});
    }
    BinaryCopyReader reader(types, columns);
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
        reader.take(std::string_view(bytes).substr(i, piece));
    }
    reader.finish();
    return table_of(columns, reader.rows(), "copy", {});
}

TEST(BinaryCopy, RowsInPiecesOfAnyLength) {
    const std::vector<BinaryCell> types{BinaryCell::int16, BinaryCell::date, BinaryCell::duration,
                                        BinaryCell::text};
    const std::string row = number(4, 2) + cell(number(0xFFFE, 2)) + cell(number(1, 4)) +
                            cell(number(1500000, 8) + number(2, 4) + number(0, 4)) + cell("é");
    const std::string missing =
        number(4, 2) + number(~0ULL, 4) + number(~0ULL, 4) + number(~0ULL, 4) + number(~0ULL, 4);
    const std::string bytes = head() + row + missing + end();
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const Table table = read_copy(types, bytes, piece);
        ASSERT_EQ(table.rows(), 2);
        EXPECT_EQ(table.column("c0").text(0), "-2");
        EXPECT_EQ(table.column("c1").text(0), "2000-01-02");
        EXPECT_EQ(table.column("c2").text(0), "48:00:01.500");
        EXPECT_EQ(table.column("c3").text(0), "é");
        for (const ColumnPtr& column : table.columns()) EXPECT_FALSE(column->valid(1));
    }
}

TEST(BinaryCopy, WhatIsNotOneIsAnError) {
    const std::vector<BinaryCell> types{BinaryCell::int32};
    const std::string row = number(1, 2) + cell(number(7, 4));
    const std::vector<std::string> wrong{
        "",
        "PGCOPY",
        "x" + head(),
        head(),
        head() + row,
        head() + row + end() + row,
        head() + number(2, 2) + cell("1234") + cell("1234") + end(),
        head() + number(1, 2) + cell("123") + end(),
        head() + number(1, 2) + number(0xFFFFFFFE, 4) + end(),
        head() + number(1, 2) + number(0x7FFFFFFF, 4),
        std::string(kBinaryCopySignature) + number(0, 4) + number(0xFFFFFFFF, 4) + row + end()};
    for (const std::string& bytes : wrong) {
        EXPECT_THROW(read_copy(types, bytes, 5), Error) << bytes.size();
    }
    EXPECT_EQ(read_copy(types, head() + row + end(), 5).rows(), 1);
}

}  // namespace
}  // namespace lethe::formats
