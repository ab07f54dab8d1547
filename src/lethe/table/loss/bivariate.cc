// Two-way tables side by side: their cells, chi-square and Cramér's V before and after.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "lethe/core/parallel.h"
#include "lethe/method/figures.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

// Of one file.
struct TwoWay {
    double records = 0;
    double chi_square = 0;
    double cramer = 0;  // Cramér's V
};

struct Margins {
    std::map<std::uint64_t, double> rows;  // by code
    std::map<std::uint64_t, double> columns;
};

struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    TwoWay original;
    TwoWay masked;                // chi-square as if it had as many records as the original
    double cell_difference = 0;   // mean of |f - f'|
    std::optional<double> moved;  // |chi2' - chi2| / chi2, where the original has one
};

TwoWay two_way_tables(std::span<const Cell> cells, std::uint64_t bound, std::int64_t Cell::*count) {
    Margins margins;
    TwoWay result;
    for (const Cell& cell : cells) {
        const auto f = static_cast<double>(cell.*count);
        if (f == 0) continue;
        margins.rows[cell.key / bound] += f;
        margins.columns[cell.key % bound] += f;
        result.records += f;
    }
    // sum (f - e)^2 / e = N (sum f^2 / (row sum x column sum) - 1)
    double sum = 0;
    for (const Cell& cell : cells) {
        const auto f = static_cast<double>(cell.*count);
        if (f == 0) continue;
        sum += f / margins.rows[cell.key / bound] * (f / margins.columns[cell.key % bound]);
    }
    constexpr double kRounding = 1e-12;
    const double phi = sum - 1 > kRounding ? sum - 1 : 0;
    const auto least = static_cast<double>(std::min(margins.rows.size(), margins.columns.size()));
    result.chi_square = result.records * phi;
    result.cramer = least > 1 ? std::min(1.0, std::sqrt(phi / (least - 1))) : 0;
    return result;
}

// Over the categories that occur in either file.
double mean_table_difference(std::span<const Cell> cells, std::uint64_t bound, double scale) {
    std::map<std::uint64_t, bool> rows, columns;
    double sum = 0;
    for (const Cell& cell : cells) {
        rows[cell.key / bound] = columns[cell.key % bound] = true;
        sum += std::fabs(static_cast<double>(cell.x) - scale * static_cast<double>(cell.y));
    }
    const auto all = static_cast<double>(rows.size() * columns.size());
    return all > 0 ? sum / all : 0;
}

Pair compare_tables(const Context& context, const CategoryColumn& first,
                    const CategoryColumn& second) {
    const std::vector<CodedPair> coded{first.whole(), second.whole()};
    const std::vector<Cell> cells = count_cells(context, coded);
    const auto bound = static_cast<std::uint64_t>(second.codes);
    Pair pair;
    pair.original = two_way_tables(cells, bound, &Cell::x);
    pair.masked = two_way_tables(cells, bound, &Cell::y);
    if (pair.original.records == 0 || pair.masked.records == 0) return pair;
    const double scale = pair.original.records / pair.masked.records;
    pair.masked.chi_square *= scale;
    pair.cell_difference = mean_table_difference(cells, bound, scale);
    if (pair.original.chi_square > 0) {
        pair.moved =
            std::fabs(pair.masked.chi_square - pair.original.chi_square) / pair.original.chi_square;
    }
    return pair;
}

Json rows_of(const CategoryColumns& columns, std::vector<Pair> pairs) {
    constexpr std::size_t kMost = 30;
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
        return a.moved.value_or(-1) > b.moved.value_or(-1);
    });
    if (pairs.size() > kMost) pairs.resize(kMost);
    Json rows = Json::array();
    for (const Pair& pair : pairs) {
        rows.push_back({{"columns", {columns[pair.first].name, columns[pair.second].name}},
                        {"cell_difference", pair.cell_difference},
                        {"chi_square", pair.original.chi_square},
                        {"chi_square_masked", pair.masked.chi_square},
                        {"moved_percent", pair.moved ? Json(100 * *pair.moved) : Json(nullptr)},
                        {"cramer_v", pair.original.cramer},
                        {"cramer_v_masked", pair.masked.cramer}});
    }
    return rows;
}

Measurement assess_bivariate(const AssessInput& input, const NoParams&) {
    const CategoryColumns columns = category_columns(input);
    std::vector<Pair> pairs;
    for (const auto& choice : choices_of(columns.size(), 2)) {
        pairs.push_back({choice[0], choice[1], {}, {}, 0, std::nullopt});
    }
    const Context single = input.context.single();
    parallel_tasks(input.context, std::ssize(pairs), [&](std::int64_t task) {
        Pair& pair = pairs[static_cast<std::size_t>(task)];
        const auto [first, second] = std::pair(pair.first, pair.second);
        pair = compare_tables(single, columns[first], columns[second]);
        pair.first = first;
        pair.second = second;
    });

    double moved = 0, cells = 0, cramer = 0;
    std::int64_t defined = 0;
    for (const Pair& pair : pairs) {
        cells += pair.cell_difference;
        cramer += std::fabs(pair.original.cramer - pair.masked.cramer);
        if (!pair.moved) continue;
        moved += *pair.moved;
        ++defined;
    }
    const auto count = static_cast<double>(pairs.size());
    Measurement result;
    result.value = percent(moved, static_cast<double>(defined));
    result.details["cell_difference"] = pairs.empty() ? 0 : cells / count;
    result.details["cramer_difference"] = pairs.empty() ? 0 : cramer / count;
    result.details["skipped"] = std::ssize(pairs) - defined;
    result.about_original["pairs"] = rows_of(columns, pairs);
    if (defined == 0) {
        result.warnings.push_back(pairs.empty()
                                      ? "one column alone has no two-way table: the value is 0"
                                      : "no two columns hang together: the value is 0");
    }
    return result;
}

}  // namespace

Method bivariate() {
    return make_loss(
        MethodInfo{
            .name = "bivariate",
            .title = "Two-way tables side by side",
            .summary =
                "Chi-square, Cramér's V and cells of each pair of columns, before and after.",
            .description =
                "For each pair of columns: chi-square and Cramér's V of the original and of the "
                "masked table, and the mean absolute difference of the cells. The value is the "
                "mean over the pairs of |chi2' - chi2| / chi2, in percent; pairs whose chi-square "
                "is 0 in the original are skipped. Use it to see whether columns still hang "
                "together as they did: PRAM and swapping weaken them, microaggregation often makes "
                "them stronger. There is no upper limit, and pairs that hardly hang together "
                "inflate it; `cramer_difference`, the mean change of Cramér's V, stays between 0 "
                "and 1. Where rows were dropped, counts are scaled up to those of the original. "
                "Missing is a category of its own. `pairs` lists those that moved most, at most "
                "30. It holds "
                "exact statistics of the "
                "original: publish it only where these may be published.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"mares2010pram", "cramer1946mathematical"},
            .in_words =
                "How columns of categories hang together, two at a time, in the original and in "
                "the release: chi-square, Cramér's V, and by how much chi-square moved on average. "
                "Pairs that hardly hang together can push it beyond 100 %.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average chi-square moved by {}.",
                                       figures::percent_text(value));
                },
            .details = {{"cell_difference", "mean difference of a cell, people"},
                        {"cramer_difference", "mean change of Cramér's V"},
                        {"pairs", "pairs of columns"}},
            .by_default = true},
        Schema<NoParams>(), assess_bivariate);
}

}  // namespace lethe::loss
