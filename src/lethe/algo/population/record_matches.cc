#include "lethe/algo/population/record_matches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/algo/population/log_linear_risk.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

// Integral over s from 0 to 1 of (1 - s)^(f - 1) e^(-v s). By parts I_(f + 1) = (1 - f I_f) / v,
// which is stable as long as f is below v. Above, the same read the other way round is a series
// whose terms alternate and fall from the first on, between 1/2 and 1 in all: nothing is lost in
// it, and no e^-v, which is 0 for a large v.
double mean_of_reciprocal(std::int64_t f, double v) {
    const auto size = static_cast<double>(f);
    if (v <= 0) return 1 / size;
    if (size <= v) {
        double mean = -std::expm1(-v) / v;
        for (std::int64_t i = 1; i < f; ++i) mean = (1 - static_cast<double>(i) * mean) / v;
        return mean;
    }
    double term = 1, sum = 1;
    for (double j = 1; std::abs(term) > 1e-17; ++j) {
        term *= -v / (size + j);
        sum += term;
    }
    return sum / size;
}

// Where there are too many cells for a table: the product of the shares of the values.
std::vector<double> expected_of_independence(std::span<const std::vector<std::int32_t>> codes,
                                             std::span<const std::int32_t> levels,
                                             std::size_t records) {
    const auto n = static_cast<double>(records);
    std::vector<double> expected(records, n);
    for (std::size_t q = 0; q < codes.size(); ++q) {
        std::vector<double> counts(at(levels[q]), 0);
        for (const std::int32_t code : codes[q]) ++counts[at(code)];
        for (std::size_t i = 0; i < records; ++i) expected[i] *= counts[at(codes[q][i])] / n;
    }
    return expected;
}

// Records that are alike have one number; with how many they are.
struct Alike {
    std::vector<std::size_t> class_of;
    std::vector<std::int64_t> sizes;
};

Alike alike_records(std::span<const std::vector<std::int32_t>> codes, std::size_t records) {
    std::vector<std::size_t> order(records);
    for (std::size_t i = 0; i < records; ++i) order[i] = i;
    const auto before = [&](std::size_t a, std::size_t b) {
        for (const auto& column : codes) {
            if (column[a] != column[b]) return column[a] < column[b];
        }
        return false;
    };
    std::sort(order.begin(), order.end(), before);
    Alike alike{std::vector<std::size_t>(records), {}};
    for (std::size_t i = 0; i < records; ++i) {
        if (i == 0 || before(order[i - 1], order[i])) alike.sizes.push_back(0);
        ++alike.sizes.back();
        alike.class_of[order[i]] = alike.sizes.size() - 1;
    }
    return alike;
}

}  // namespace

double expected_match(double expected, double fraction, std::int64_t f) {
    return mean_of_reciprocal(f, expected * (1 - fraction) / fraction);
}

RecordMatches record_matches(const Context& context, std::span<const std::int32_t> levels,
                             std::span<const std::vector<std::int32_t>> codes,
                             std::span<const double> fractions,
                             const std::optional<LogLinearModel>& given, std::size_t largest_term) {
    const std::size_t records = codes.empty() ? 0 : codes.front().size();
    RecordMatches result;
    result.model = LogLinearModel::independence(levels.size());
    if (records == 0) return result;
    const Alike alike = alike_records(codes, records);
    std::vector<double> fraction(alike.sizes.size(), 0);
    double all = 0;
    for (std::size_t i = 0; i < records; ++i) {
        const double own = std::min(1.0, fractions.size() == 1 ? fractions[0] : fractions[i]);
        fraction[alike.class_of[i]] += own / static_cast<double>(alike.sizes[alike.class_of[i]]);
        all += own / static_cast<double>(records);
    }
    std::vector<double> expected;
    if (cross_table_cells(levels) > kMostModelCells) {
        if (given && *given != result.model) {
            throw Error(ErrorKind::unmet,
                        fmt::format("the columns have more combinations of values than {:.0f}: a "
                                    "model with terms cannot be fitted; recode columns, or leave "
                                    "some out",
                                    kMostModelCells));
        }
        expected = expected_of_independence(codes, levels, records);
    } else {
        const CrossTable table = cross_table(levels, codes);
        std::vector<std::size_t> cell_of(records, 0);
        for (std::size_t i = 0; i < records; ++i) {
            for (std::size_t q = 0; q < codes.size(); ++q) {
                cell_of[i] = cell_of[i] * at(levels[q]) + at(codes[q][i]);
            }
        }
        std::vector<double> by_cell(1, std::min(all, 1.0));
        if (fractions.size() > 1) by_cell.assign(table.cells(), std::min(all, 1.0));
        for (std::size_t i = 0; i < records && fractions.size() > 1; ++i) {
            by_cell[cell_of[i]] = std::min(1.0, fraction[alike.class_of[i]]);
        }
        std::vector<double> cells;
        if (given) {
            result.model = *given;
            cells = fit_log_linear(context, table, *given).expected;
        } else {
            ChosenModel chosen = choose_log_linear(context, table, by_cell, largest_term);
            result.model = chosen.path[chosen.chosen].model;
            cells = std::move(chosen.expected);
        }
        for (std::size_t i = 0; i < records; ++i) expected.push_back(cells[cell_of[i]]);
    }
    for (std::size_t i = 0; i < records; ++i) {
        const std::size_t own = alike.class_of[i];
        result.chances.push_back(
            expected_match(expected[i], std::min(1.0, fraction[own]), alike.sizes[own]));
    }
    return result;
}

}  // namespace lethe
