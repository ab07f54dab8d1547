#include "lethe/algo/evolve/number_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/column_stats.h"

namespace lethe {
namespace {

constexpr double kMostGridSteps = 65535;

bool is_whole(double number) { return number == std::floor(number); }

NumberGrid grid_of(const Context& context, const Column& column) {
    const ColumnStats stats = column_stats(context, column);
    NumberGrid grid;
    grid.name = column.name();
    const double beyond = (stats.max - stats.min) / 10;
    const auto numbers = column.numbers();
    const bool whole = std::all_of(numbers.begin(), numbers.end(), is_whole);
    grid.lower = whole ? std::floor(stats.min - beyond) : stats.min - beyond;
    const double upper = whole ? std::ceil(stats.max + beyond) : stats.max + beyond;
    grid.step =
        whole && upper - grid.lower <= kMostGridSteps ? 1 : (upper - grid.lower) / kMostGridSteps;
    grid.most = static_cast<CellCode>(std::lround((upper - grid.lower) / grid.step));
    grid.deviation = stats.deviation() / grid.step;
    return grid;
}

std::int64_t different_numbers(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    return std::unique(numbers.begin(), numbers.end()) - numbers.begin();
}

// A few extreme numbers leave the others only some steps of the grid between them.
bool is_too_coarse(const NumberGrid& grid, const Column& column) {
    const std::vector<double> numbers(column.numbers().begin(), column.numbers().end());
    std::vector<double> rounded;
    for (const double number : numbers) rounded.push_back(grid.code(number));
    return 10 * different_numbers(std::move(rounded)) < 9 * different_numbers(numbers);
}

// Distances are at least 0, and the bits of such floats are in their order.
std::int32_t key(float distance) { return std::bit_cast<std::int32_t>(distance); }

}  // namespace

CellCode NumberGrid::code(double number) const {
    return static_cast<CellCode>(
        std::lround(std::clamp((number - lower) / step, 0.0, static_cast<double>(most))));
}

NumberFile::NumberFile(const Context& context, const Table& table,
                       std::span<const std::string> columns)
    : original_(table), rows_(table.rows()) {
    if (columns.empty()) throw Error(ErrorKind::usage, "there is no column to search over");
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.is_numeric()) {
            throw Error(ErrorKind::usage, fmt::format("column \"{}\" is {}; numbers are wanted",
                                                      name, lethe::name(column.kind())));
        }
        if (column.has_missing()) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has missing values; numbers must be complete "
                                    "here",
                                    name));
        }
        columns_.push_back(grid_of(context, column));
        if (columns_.back().deviation <= 0) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" holds one number only: there is nothing to "
                                    "protect",
                                    name));
        }
        if (is_too_coarse(columns_.back(), column)) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has a few numbers so extreme that a grid of "
                                    "65,536 steps cannot tell the others apart; code them first, "
                                    "for example with top-bottom-coding",
                                    name));
        }
    }
    codes_ = coded(table);
}

FileCodes NumberFile::coded(const Table& table) const {
    if (table.rows() != rows_) {
        throw Error(ErrorKind::input,
                    fmt::format("the original has {} rows, this version {}", rows_, table.rows()));
    }
    FileCodes codes(at(cells()));
    for (std::int64_t j = 0; j < width(); ++j) {
        const NumberGrid& grid = columns_[at(j)];
        const Column& column = table.column(grid.name);
        if (!column.is_numeric() || column.has_missing()) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has values that are not numbers", grid.name));
        }
        for (std::int64_t row = 0; row < rows_; ++row) {
            codes[at(row * width() + j)] = grid.code(column.numbers()[at(row)]);
        }
    }
    return codes;
}

Table NumberFile::table(std::span<const CellCode> codes) const {
    std::vector<ColumnPtr> changed;
    for (std::int64_t j = 0; j < width(); ++j) {
        const NumberGrid& grid = columns_[at(j)];
        std::vector<double> numbers;
        for (std::int64_t row = 0; row < rows_; ++row) {
            numbers.push_back(grid.number(codes[at(row * width() + j)]));
        }
        changed.push_back(Column::numeric(grid.name, std::move(numbers)));
    }
    return original_.with(changed);
}

NumberLinkage::NumberLinkage(const NumberFile& original)
    : LinkageFrame(original.rows(), original.width(),
                   std::min<std::size_t>(16, at(original.width()))) {
    for (std::int64_t j = 0; j < original.width(); ++j) {
        scale_.push_back(static_cast<float>(1 / original.columns()[at(j)].deviation));
        std::vector<CellCode> codes;
        std::vector<float> values;
        for (std::int64_t row = 0; row < original.rows(); ++row) {
            codes.push_back(original.codes()[at(row * original.width() + j)]);
            values.push_back(scale_.back() * static_cast<float>(codes.back()));
        }
        codes_.push_back(std::move(codes));
        values_.push_back(std::move(values));
    }
}

void NumberLinkage::distances(std::span<const CellCode> masked, std::int32_t* out) const {
    std::vector<float> sums(at(rows()), 0.0F);
    for (std::size_t j = 0; j < masked.size(); ++j) {
        const float own = scale_[j] * static_cast<float>(masked[j]);
        const float* values = values_[j].data();
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const float away = values[i] - own;
            sums[i] += away * away;
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) out[i] = key(sums[i]);
}

void NumberLinkage::patterns(std::span<const CellCode> masked, std::uint16_t* out) const {
    std::fill_n(out, at(rows()), std::uint16_t{0});
    for (std::size_t j = 0; j < patterned(); ++j) {
        const auto bit = static_cast<std::uint16_t>(1U << j);
        const CellCode own = masked[j];
        const CellCode* codes = codes_[j].data();
        for (std::size_t i = 0; i < at(rows()); ++i) {
            out[i] = static_cast<std::uint16_t>(out[i] | (codes[i] == own ? bit : 0));
        }
    }
}

std::int32_t NumberLinkage::distance(std::int64_t row, std::span<const CellCode> masked) const {
    float sum = 0;
    for (std::size_t j = 0; j < masked.size(); ++j) {
        const float away = values_[j][at(row)] - scale_[j] * static_cast<float>(masked[j]);
        sum += away * away;
    }
    return key(sum);
}

std::uint16_t NumberLinkage::pattern(std::int64_t row, std::span<const CellCode> masked) const {
    std::uint16_t pattern = 0;
    for (std::size_t j = 0; j < patterned(); ++j) {
        if (codes_[j][at(row)] == masked[j]) {
            pattern = static_cast<std::uint16_t>(pattern | (1U << j));
        }
    }
    return pattern;
}

}  // namespace lethe
