#include "lethe/table/attack/linkage/linkage_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lethe/algo/statistics/cell_counts.h"
#include "lethe/algo/statistics/moments.h"
#include "lethe/core/parallel.h"
#include "lethe/data/paired_codes.h"
#include "lethe/method/category_columns.h"

namespace lethe::attack {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMostCovers = 4 << 20;  // pairs of a category and a merged one

std::vector<double> with_nan(const Column& column) {
    std::vector<double> values(column.numbers().begin(), column.numbers().end());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) values[static_cast<std::size_t>(row)] = kMissing;
    }
    return values;
}

std::vector<double> codes_with_nan(const std::vector<std::int32_t>& codes) {
    std::vector<double> values;
    for (const std::int32_t code : codes) {
        values.push_back(code == PairedCodes::kMissing ? kMissing : code);
    }
    return values;
}

// The inner cuts between `bins` bins of both columns' values together; equal ones once.
std::vector<double> bin_cuts(const Context& context, const Column& x, const Column& y,
                             std::int64_t bins) {
    std::vector<double> pooled = sorted_numbers(context, x);
    const std::vector<double> others = sorted_numbers(context, y);
    const auto middle = std::ssize(pooled);
    pooled.insert(pooled.end(), others.begin(), others.end());
    std::inplace_merge(pooled.begin(), pooled.begin() + middle, pooled.end());
    std::vector<double> cuts;
    for (std::int64_t i = 1; i < bins && !pooled.empty(); ++i) {
        cuts.push_back(quantile(pooled, static_cast<double>(i) / static_cast<double>(bins)));
    }
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

void put_in_bins(std::vector<double>& values, const std::vector<double>& cuts) {
    for (double& value : values) {
        if (std::isnan(value)) continue;
        value =
            static_cast<double>(std::lower_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
    }
}

std::vector<double> scaled_widths(const std::vector<double>& levels, double deviation) {
    std::vector<double> widths;
    for (const double level : levels) widths.push_back(level * deviation);
    if (widths.empty()) widths.push_back(0);
    std::sort(widths.begin(), widths.end());
    widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
    return widths;
}

LevelColumn compared_numbers(const AssessInput& input, const Column& original, const Column& masked,
                             std::span<const std::int64_t> rows,
                             const ProbabilisticSettings& settings) {
    LevelColumn column;
    column.x = with_nan(*original.gather({rows.begin(), rows.end()}));
    column.y = with_nan(masked);
    column.widths = {0};
    const auto deviation = [&] { return bounded_stats(input.context, original).deviation(); };
    switch (settings.comparison) {
        case Comparison::levels:
            column.widths = scaled_widths(settings.levels, deviation());
            break;
        case Comparison::tolerance:
            column.widths = {settings.tolerance * deviation()};
            break;
        case Comparison::bins: {
            const auto cuts = bin_cuts(input.context, original, masked, settings.bins);
            put_in_bins(column.x, cuts);
            put_in_bins(column.y, cuts);
            break;
        }
        case Comparison::exact:
            break;
    }
    return column;
}

// What each merged category replaced.
std::vector<std::vector<double>> replaced_by(const Context& context, const CategoryColumn& column) {
    std::vector<std::vector<double>> sets(
        static_cast<std::size_t>(column.codes - 1 - column.domain));
    const std::vector<CodedPair> both{{column.masked, {}, column.codes},
                                      {column.aligned(), {}, column.codes}};
    const auto codes = static_cast<std::uint64_t>(column.codes);
    for (const Cell& cell : count_cells(context, both)) {
        const auto masked = static_cast<std::int32_t>(cell.key / codes);
        const auto original = static_cast<std::int32_t>(cell.key % codes);
        if (masked < column.domain || masked == column.missing()) continue;
        if (original == column.missing()) continue;
        sets[static_cast<std::size_t>(masked - column.domain)].push_back(original);
    }
    return sets;
}

LevelColumn categories(const AssessInput& input, const std::string& name,
                       std::span<const std::int64_t> rows) {
    const CategoryColumn coded = category_column(input, name);
    LevelColumn column;
    column.widths = coded.ordinal ? std::vector<double>{0, 1, 2} : std::vector<double>{0};
    for (const std::int64_t row : rows) {
        const std::int32_t code = coded.original[static_cast<std::size_t>(row)];
        column.x.push_back(code == coded.missing() ? kMissing : code);
    }
    const std::int64_t merged = coded.codes - 1 - coded.domain;
    const bool covers = merged > 0 && merged * coded.domain <= kMostCovers;
    if (covers) column.sets = replaced_by(input.context, coded);
    for (const std::int32_t code : coded.masked) {
        const bool plain = code < coded.domain;
        if (covers) {
            column.y.push_back(plain ? code : kMissing);
            column.set_of.push_back(plain || code == coded.missing() ? -1 : code - coded.domain);
        } else {
            const std::int32_t read = coded.read_as[static_cast<std::size_t>(code)];
            column.y.push_back(read == CategoryColumn::kNothing ? kMissing : read);
        }
    }
    return column;
}

LevelColumn compared(const AssessInput& input, const std::string& name,
                     std::span<const std::int64_t> rows, const ProbabilisticSettings& settings) {
    const Column& original = input.original.column(name);
    const Column& masked = input.masked.column(name);
    if (original.is_numeric() && masked.is_numeric()) {
        return compared_numbers(input, original, masked, rows, settings);
    }
    if (settings.comparison == Comparison::levels) return categories(input, name, rows);
    const PairedCodes codes =
        paired_codes(input.context, *original.gather({rows.begin(), rows.end()}), masked);
    return {codes_with_nan(codes.x), codes_with_nan(codes.y), {0}, {}, {}};
}

}  // namespace

std::vector<LevelColumn> compared_columns(const AssessInput& input,
                                          std::span<const std::string> names,
                                          std::span<const std::int64_t> rows,
                                          const ProbabilisticSettings& settings) {
    std::vector<LevelColumn> columns;
    for (const std::string& name : names) {
        columns.push_back(compared(input, name, rows, settings));
    }
    return columns;
}

}  // namespace lethe::attack
