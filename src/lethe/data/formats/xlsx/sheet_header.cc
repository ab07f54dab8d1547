#include "lethe/data/formats/xlsx/sheet_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "lethe/data/formats/xlsx/sheet_columns.h"

namespace lethe::formats {
namespace {

constexpr std::uint32_t kMostHeaderRows = 5;
constexpr std::size_t kLongestName = 5000;

// The merged cells that cover a cell; null: it stands by itself.
const MergedCells* merged_over(const SheetCells& cells, std::uint32_t sheet_row,
                               std::size_t column) {
    for (const MergedCells& one : cells.merged) {
        if (sheet_row >= one.top && sheet_row <= one.bottom && column >= one.left &&
            column <= one.right) {
            return &one;
        }
    }
    return nullptr;
}

struct RowFill {
    std::size_t filled = 0;  // cells, those beneath merged ones too
    std::size_t values = 0;
    bool texts = true;     // and nothing else
    bool spreads = false;  // over several columns
};

std::vector<RowFill> fill_of_rows(const SheetCells& cells, std::uint32_t head) {
    std::vector<RowFill> fills(head);
    for (const auto& column : cells.columns) {
        for (const SheetCell& cell : column) {
            if (cell.row >= head) break;
            RowFill& fill = fills[cell.row];
            ++fill.filled;
            ++fill.values;
            fill.texts = fill.texts && cell.kind == SheetCellKind::text;
        }
    }
    for (const MergedCells& one : cells.merged) {
        const auto place = std::ranges::lower_bound(cells.rows, one.top);
        const auto row = static_cast<std::uint32_t>(place - cells.rows.begin());
        if (place == cells.rows.end() || *place != one.top || row >= head) continue;
        if (cells.find(row, one.left) == nullptr) continue;
        fills[row].filled += one.right - one.left;
        fills[row].spreads = fills[row].spreads || one.right > one.left;
    }
    return fills;
}

// The first row that is as wide as a table.
std::uint32_t first_row(const std::vector<RowFill>& fills) {
    std::size_t width = 0;
    for (const RowFill& fill : fills) {
        if (fill.values > 1) width = std::max(width, fill.filled);
    }
    if (width == 0) return 0;
    const auto found = std::ranges::find_if(
        fills, [&](const RowFill& fill) { return fill.values > 1 && 2 * fill.filled >= width; });
    return static_cast<std::uint32_t>(found - fills.begin());
}

std::uint32_t header_rows(const std::vector<RowFill>& fills, std::uint32_t first) {
    std::uint32_t rows = 1;
    while (rows < kMostHeaderRows && first + rows < fills.size() &&
           fills[first + rows - 1].spreads && fills[first + rows].texts) {
        ++rows;
    }
    return rows;
}

// What stands in the rows of a header above a column, each merged cell once.
std::string joined_name(const SheetCells& cells, const SheetSource& source,
                        const SheetHeader& header, std::size_t column) {
    std::string name;
    const MergedCells* above = nullptr;
    for (std::uint32_t row = header.skipped; row < header.first; ++row) {
        const MergedCells* const merged = merged_over(cells, cells.rows[row], column);
        if (merged != nullptr && merged == above) continue;
        above = merged;
        const bool elsewhere = merged != nullptr && merged->top != cells.rows[row];
        const SheetCell* const cell =
            elsewhere ? nullptr : cells.find(row, merged == nullptr ? column : merged->left);
        if (cell == nullptr) continue;
        if (!name.empty()) name += ' ';
        name += text_of_sheet_cell(*cell, source);
    }
    return name;
}

void check_sheet_names(const SheetHeader& header, const std::string& path,
                       const std::string& sheet) {
    Problems problems;
    std::map<std::string_view, std::size_t> seen;
    for (const SheetColumn& one : header.columns) {
        const Place place{path, 0, 0, {}};
        if (one.name.size() > kLongestName) {
            problems.push_back({fmt::format("sheet \"{}\": the name of column {} is longer than {} "
                                            "bytes",
                                            sheet, column_letters(one.column), kLongestName),
                                place});
            continue;
        }
        if (one.name.empty()) {
            problems.push_back({fmt::format("sheet \"{}\": the header has no name for column {}",
                                            sheet, column_letters(one.column)),
                                place});
            continue;
        }
        const auto [other, added] = seen.try_emplace(one.name, one.column);
        if (added) continue;
        problems.push_back(
            {fmt::format("sheet \"{}\": the header names columns {} and {} alike: \"{}\"", sheet,
                         column_letters(other->second), column_letters(one.column), one.name),
             place});
    }
    constexpr std::size_t kMostTold = 10;
    if (problems.size() > kMostTold) problems.resize(kMostTold);
    throw_if_any(ErrorKind::input, std::move(problems));
}

}  // namespace

SheetHeader find_sheet_header(const SheetCells& cells, const SheetSource& source,
                              std::optional<bool> header, const std::string& sheet) {
    const auto head = static_cast<std::uint32_t>(std::min(kHeadRows, cells.rows.size()));
    const std::vector<RowFill> fills = fill_of_rows(cells, head);
    SheetHeader found;
    found.skipped = first_row(fills);
    const bool has_header = header.value_or(fills[found.skipped].texts);
    if (has_header) found.rows = header_rows(fills, found.skipped);
    found.first = found.skipped + found.rows;
    for (std::size_t column = 0; column < cells.columns.size(); ++column) {
        std::string name = joined_name(cells, source, found, column);
        const auto& values = cells.columns[column];
        const bool any = !values.empty() && values.back().row >= found.first;
        if (any || !name.empty()) found.columns.push_back({column, std::move(name)});
    }
    if (has_header) {
        check_sheet_names(found, source.path, sheet);
    } else {
        for (std::size_t i = 0; i < found.columns.size(); ++i) {
            found.columns[i].name = fmt::format("column{}", i + 1);
        }
    }
    return found;
}

}  // namespace lethe::formats
