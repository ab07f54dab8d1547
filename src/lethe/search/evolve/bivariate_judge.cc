#include "lethe/search/evolve/bivariate_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lethe/core/error.h"

namespace lethe::search {
namespace {

constexpr std::int64_t kSmall = 3;

bool is_small(std::int64_t count) { return count >= 1 && count <= kSmall; }

std::size_t place_of(const CodedFile& file, const std::string& name) {
    for (std::size_t j = 0; j < file.columns().size(); ++j) {
        if (file.columns()[j].name == name) return j;
    }
    throw Error(ErrorKind::usage,
                fmt::format("column \"{}\" is not among the columns that are measured", name));
}

// The table of two columns of a version of the file.
struct CrossTable {
    std::size_t rows, columns;
    std::vector<std::int64_t> cells;

    CrossTable(const CodedFile& file, std::span<const CellCode> codes, std::size_t first,
               std::size_t second)
        : rows(static_cast<std::size_t>(file.columns()[first].codes())),
          columns(static_cast<std::size_t>(file.columns()[second].codes())),
          cells(rows * columns, 0) {
        const auto width = static_cast<std::size_t>(file.width());
        for (std::size_t i = 0; i < codes.size(); i += width) {
            ++cells[codes[i + first] * columns + codes[i + second]];
        }
    }

    double chi_square() const {
        std::vector<double> of_row(rows, 0), of_column(columns, 0);
        double total = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto count = static_cast<double>(cells[i]);
            of_row[i / columns] += count;
            of_column[i % columns] += count;
            total += count;
        }
        double sum = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double expected = of_row[i / columns] * of_column[i % columns] / total;
            if (!(expected > 0)) continue;
            const double difference = static_cast<double>(cells[i]) - expected;
            sum += difference * difference / expected;
        }
        return sum;
    }
};

struct Pair {
    std::size_t masked, other;  // columns of the file
    CrossTable table;           // of the original
    double chi_square;
    double cells;  // of the table, those of missing values only where there are any
};

double judged_percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

double relative_change(double from, double to) {
    if (from > 0) return 100 * std::fabs(to - from) / from;
    return to > 0 ? 100 : 0;
}

std::vector<double> judged(const CodedFile& file, const std::vector<Pair>& pairs,
                           const FileCodes& masked) {
    const auto records = static_cast<double>(file.rows());
    const auto width = static_cast<std::size_t>(file.width());
    double cells = 0, moved = 0, chi_square = 0;
    std::int64_t in_small = 0, kept = 0, released_small = 0, true_small = 0;
    for (const Pair& pair : pairs) {
        const CrossTable table(file, masked, pair.masked, pair.other);
        std::int64_t difference = 0;
        for (std::size_t i = 0; i < table.cells.size(); ++i) {
            difference += std::abs(table.cells[i] - pair.table.cells[i]);
            if (!is_small(table.cells[i])) continue;
            ++released_small;
            true_small += is_small(pair.table.cells[i]) ? 1 : 0;
        }
        cells += static_cast<double>(difference) / pair.cells;
        moved += 100 * static_cast<double>(difference) / (2 * records);
        chi_square += relative_change(pair.chi_square, table.chi_square());
        const FileCodes& original = file.codes();
        for (std::size_t i = 0; i < masked.size(); i += width) {
            const CellCode own = original[i + pair.masked];
            const std::size_t cell = own * table.columns + original[i + pair.other];
            if (!is_small(pair.table.cells[cell])) continue;
            ++in_small;
            kept += masked[i + pair.masked] == own ? 1 : 0;
        }
    }
    const auto tables = static_cast<double>(pairs.size());
    return {judged_percent(static_cast<double>(kept), static_cast<double>(in_small)),
            moved / tables, cells, chi_square / tables,
            judged_percent(static_cast<double>(true_small), static_cast<double>(released_small))};
}

}  // namespace

PramJudge bivariate_judge(const CodedFile& file, const std::vector<ColumnPair>& columns) {
    if (columns.empty()) throw Error(ErrorKind::usage, "at least one pair of columns is needed");
    std::vector<Pair> pairs;
    for (const ColumnPair& names : columns) {
        const std::size_t masked = place_of(file, names.masked);
        const std::size_t other = place_of(file, names.other);
        if (masked == other) {
            throw Error(ErrorKind::usage, "a pair needs two different columns");
        }
        CrossTable table(file, file.codes(), masked, other);
        const double chi_square = table.chi_square();
        const auto categories = [&](std::size_t j) {
            const CodedColumn& column = file.columns()[j];
            return static_cast<double>(column.domain + (column.has_missing ? 1 : 0));
        };
        pairs.push_back(
            {masked, other, std::move(table), chi_square, categories(masked) * categories(other)});
    }
    return {[&file, pairs](const FileCodes& masked) { return judged(file, pairs, masked); },
            {"risk", "loss", "cells", "chi_square", "small_true"},
            [](std::span<const double> means) { return means[2]; }};
}

}  // namespace lethe::search
