#include "lethe/algo/statistics/cell_counts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "lethe/data/group_keys.h"

namespace lethe {
namespace {

using Keys = std::vector<std::uint64_t>;

constexpr std::uint64_t kMostKeys = std::numeric_limits<std::uint64_t>::max();

// The number of possible cells, or kMostKeys where 64 bits do not reach.
std::uint64_t possible_cells(std::span<const CodedPair> columns) {
    std::uint64_t cells = 1;
    for (const CodedPair& column : columns) {
        const auto bound = static_cast<std::uint64_t>(std::max(1, column.bound));
        if (cells > kMostKeys / bound) return kMostKeys;
        cells *= bound;
    }
    return cells;
}

// One counter for every possible cell, of which there are at most as many as rows.
std::vector<Cell> counted_by_place(std::span<const CodedPair> columns, std::size_t cells) {
    constexpr std::size_t kBlock = 4096;
    std::vector<Cell> all(cells);
    std::array<std::uint32_t, kBlock> places{};
    const auto count = [&](std::span<const std::int32_t> CodedPair::*file,
                           std::int64_t Cell::*counter) {
        const std::size_t rows = (columns[0].*file).size();
        for (std::size_t begin = 0; begin < rows; begin += kBlock) {
            const std::size_t block = std::min(kBlock, rows - begin);
            std::fill_n(places.begin(), block, 0U);
            for (const CodedPair& column : columns) {
                const std::int32_t* codes = (column.*file).data() + begin;
                const auto bound = static_cast<std::uint32_t>(column.bound);
                for (std::size_t i = 0; i < block; ++i) {
                    places[i] = places[i] * bound + static_cast<std::uint32_t>(codes[i]);
                }
            }
            for (std::size_t i = 0; i < block; ++i) ++(all[places[i]].*counter);
        }
    };
    count(&CodedPair::x, &Cell::x);
    count(&CodedPair::y, &Cell::y);
    std::vector<Cell> held;
    for (std::size_t place = 0; place < all.size(); ++place) {
        if (all[place].x == 0 && all[place].y == 0) continue;
        held.push_back({place, all[place].x, all[place].y});
    }
    return held;
}

// The rows of both files, x first, as one key each.
Keys keys_of(const Context& context, std::span<const CodedPair> columns) {
    const std::size_t rows_x = columns[0].x.size();
    Keys keys(rows_x + columns[0].y.size(), 0);
    std::uint64_t below = 1;  // every key is
    for (const CodedPair& column : columns) {
        const auto bound = static_cast<std::uint64_t>(std::max(1, column.bound));
        if (below > kMostKeys / bound) {
            const Groups groups = group_keys(context, keys);
            std::copy(groups.class_of.begin(), groups.class_of.end(), keys.begin());
            below = static_cast<std::uint64_t>(groups.classes());
        }
        below *= bound;
        for (std::size_t row = 0; row < keys.size(); ++row) {
            const std::int32_t code = row < rows_x ? column.x[row] : column.y[row - rows_x];
            keys[row] = keys[row] * bound + static_cast<std::uint64_t>(code);
        }
    }
    return keys;
}

std::vector<Cell> counted_by_key(const Context& context, std::span<const CodedPair> columns) {
    const std::size_t rows_x = columns[0].x.size();
    const Keys keys = keys_of(context, columns);
    const Groups groups = group_keys(context, keys);
    std::vector<Cell> cells(groups.sizes.size());
    for (std::size_t row = 0; row < keys.size(); ++row) {
        Cell& cell = cells[static_cast<std::size_t>(groups.class_of[row])];
        cell.key = keys[row];
        ++(row < rows_x ? cell.x : cell.y);
    }
    std::sort(cells.begin(), cells.end(),
              [](const Cell& a, const Cell& b) { return a.key < b.key; });
    return cells;
}

}  // namespace

std::vector<Cell> count_cells(const Context& context, std::span<const CodedPair> columns) {
    if (columns.empty() || columns[0].x.size() + columns[0].y.size() == 0) return {};
    const std::uint64_t cells = possible_cells(columns);
    const std::uint64_t rows = columns[0].x.size() + columns[0].y.size();
    const bool few = cells <= rows && cells <= std::numeric_limits<std::uint32_t>::max();
    return few ? counted_by_place(columns, static_cast<std::size_t>(cells))
               : counted_by_key(context, columns);
}

Groups cells_of_rows(const Context& context, std::span<const CodedPair> columns) {
    if (columns.empty()) return {};
    return group_keys(context, keys_of(context, columns));
}

}  // namespace lethe
