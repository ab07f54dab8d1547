#include "lethe/algo/statistics/cell_counts.h"

#include <gtest/gtest.h>

#include <map>

#include "support.h"

namespace lethe {
namespace {

using Codes = std::vector<std::int32_t>;

Codes random_codes(const Stream& stream, std::int64_t rows, std::int32_t bound) {
    Codes codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        codes.push_back(
            static_cast<std::int32_t>(stream.at(row).below(static_cast<std::uint64_t>(bound))));
    }
    return codes;
}

// The counts of both files by the codes of a cell.
using Counts = std::map<Codes, std::pair<std::int64_t, std::int64_t>>;

Counts plain_counts(const std::vector<CodedPair>& columns) {
    Counts counts;
    const auto cell = [&](auto codes_of, std::size_t row) {
        Codes codes;
        for (const CodedPair& column : columns) codes.push_back(codes_of(column)[row]);
        return codes;
    };
    for (std::size_t row = 0; row < columns[0].x.size(); ++row) {
        ++counts[cell([](const CodedPair& c) { return c.x; }, row)].first;
    }
    for (std::size_t row = 0; row < columns[0].y.size(); ++row) {
        ++counts[cell([](const CodedPair& c) { return c.y; }, row)].second;
    }
    return counts;
}

TEST(CellCounts, AgreeWithAPlainMap) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        const Random random(seed);
        Draws draws = random.stream("shape").at(0);
        const auto rows_x = static_cast<std::int64_t>(draws.below(60));
        const auto rows_y = static_cast<std::int64_t>(draws.below(60));
        const std::size_t columns = 1 + draws.below(3);
        std::vector<Codes> x, y;
        std::vector<CodedPair> coded;
        std::vector<std::int32_t> bounds;
        for (std::size_t j = 0; j < columns; ++j) {
            bounds.push_back(1 + static_cast<std::int32_t>(draws.below(12)));
            x.push_back(random_codes(random.stream("x" + std::to_string(j)), rows_x, bounds[j]));
            y.push_back(random_codes(random.stream("y" + std::to_string(j)), rows_y, bounds[j]));
        }
        for (std::size_t j = 0; j < columns; ++j) coded.push_back({x[j], y[j], bounds[j]});
        std::vector<Cell> expected;
        for (const auto& [codes, count] : plain_counts(coded)) {
            std::uint64_t key = 0;
            for (std::size_t j = 0; j < columns; ++j) {
                key = key * static_cast<std::uint64_t>(bounds[j]) +
                      static_cast<std::uint64_t>(codes[j]);
            }
            expected.push_back({key, count.first, count.second});
        }
        const std::vector<Cell> cells = count_cells(test::threads(2), coded);
        ASSERT_EQ(cells.size(), expected.size());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            EXPECT_EQ(cells[i].key, expected[i].key);
            EXPECT_EQ(cells[i].x, expected[i].x);
            EXPECT_EQ(cells[i].y, expected[i].y);
        }
    }
}

// More possible cells than 64 bits can number.
TEST(CellCounts, BeyondSixtyFourBits) {
    const std::int32_t bound = 1 << 30;
    std::vector<Codes> x;
    std::vector<CodedPair> coded;
    for (std::int32_t j = 0; j < 5; ++j) x.push_back({j, 7, j, 7, bound - 1});
    for (const Codes& codes : x) coded.push_back({codes, {}, bound});
    const std::vector<Cell> cells = count_cells(test::threads(1), coded);
    ASSERT_EQ(cells.size(), 3U);
    std::multimap<std::int64_t, std::uint64_t> sizes;
    for (const Cell& cell : cells) sizes.emplace(cell.x, cell.key);
    EXPECT_EQ(sizes.count(2), 2U);
    EXPECT_EQ(sizes.count(1), 1U);
}

TEST(CellCounts, OfNoRecords) {
    const std::vector<CodedPair> coded{{{}, {}, 3}};
    EXPECT_TRUE(count_cells(test::threads(1), coded).empty());
}

}  // namespace
}  // namespace lethe
