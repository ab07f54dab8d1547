#include "lethe/report/sections/tables/compared.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"

namespace lethe::report {
namespace {

using Figures = std::vector<std::vector<std::optional<double>>>;

// A matrix of the result, as far as it is one.
Figures figures_of(const Json& object, std::string_view key) {
    Figures lines;
    const Json& matrix = field(object, key);
    if (!matrix.is_array()) return lines;
    for (const Json& row : matrix) {
        lines.emplace_back();
        if (!row.is_array()) continue;
        for (const Json& value : row) lines.back().push_back(number(value));
    }
    return lines;
}

bool has_shape(const Figures& lines, std::size_t rows, std::size_t columns) {
    return lines.size() == rows &&
           std::ranges::all_of(lines, [&](const auto& line) { return line.size() == columns; });
}

struct ChangedPair {
    std::size_t a = 0, b = 0;
    double before = 0, after = 0;

    double by() const { return std::abs(after - before); }
};

// Those that changed most first.
std::vector<ChangedPair> changed_pairs(const Json& matrices) {
    const std::size_t size = texts(matrices, "columns").size();
    const Figures before = figures_of(matrices, "before"), after = figures_of(matrices, "after");
    std::vector<ChangedPair> pairs;
    if (!has_shape(before, size, size) || !has_shape(after, size, size)) return pairs;
    for (std::size_t a = 0; a < size; ++a) {
        for (std::size_t b = a + 1; b < size; ++b) {
            if (before[a][b] && after[a][b]) pairs.push_back({a, b, *before[a][b], *after[a][b]});
        }
    }
    std::ranges::stable_sort(pairs, std::greater<>(), &ChangedPair::by);
    return pairs;
}

// The distance of a column's distributions: of Kolmogorov and Smirnov, or the total variation.
std::optional<double> apart(const Json& column) {
    const Json& moved = field(column, "moved");
    const auto ks = number(moved, "ks");
    return ks ? ks : number(moved, "total_variation");
}

// Pairs of labels of the two columns.
struct PairLabels {
    std::vector<std::string> columns, of_first, of_second;
};

PairLabels pair_labels(const Json& pair) {
    PairLabels labels{texts(pair, "columns"), {}, {}};
    labels.columns.resize(2);
    const Json& lists = field(pair, "labels");
    if (!lists.is_array() || lists.size() != 2) return labels;
    labels.of_first = texts(Json{{"labels", lists[0]}}, "labels");
    labels.of_second = texts(Json{{"labels", lists[1]}}, "labels");
    return labels;
}

}  // namespace

std::string comparison_headline(const Json& comparison) {
    const Json& rows = field(comparison, "rows");
    const std::vector<Json> columns = objects(comparison, "columns");
    std::string result = fmt::format("{} original and {} released rows, compared in {} columns.",
                                     count_text(count(rows, "before").value_or(0)),
                                     count_text(count(rows, "after").value_or(0)), columns.size());
    const Json* most = nullptr;
    for (const Json& column : columns) {
        if (apart(column).value_or(0) > (most == nullptr ? 0 : apart(*most).value_or(0))) {
            most = &column;
        }
    }
    result += most == nullptr
                  ? " No distribution of a column differs."
                  : fmt::format(" The distribution that moved most is that of {}, by {:.2f}.",
                                text(*most, "column"), *apart(*most));
    for (const char* key : {"correlations", "associations"}) {
        const Json& matrices = field(comparison, key);
        const std::vector<ChangedPair> pairs = changed_pairs(matrices);
        if (pairs.empty() || pairs.front().by() < 0.005) continue;
        const std::vector<std::string> names = texts(matrices, "columns");
        result +=
            fmt::format(" The {} that changed most is that of {} and {}, from {:.2f} to {:.2f}.",
                        key == std::string_view("correlations") ? "correlation" : "association",
                        names[pairs.front().a], names[pairs.front().b], pairs.front().before,
                        pairs.front().after);
    }
    return result;
}

Grid moved_grid(const Json& comparison) {
    Grid grid{
        "", {"column", "changed", "mean before", "after", "sd before", "after", "moved by"}, {}};
    for (const Json& column : objects(comparison, "columns")) {
        const auto stat = [&](const char* file, const char* key) {
            return Cell::figure(number(field(column, file), key));
        };
        const auto by = apart(column);
        grid.rows.push_back({Cell(text(column, "column")),
                             Cell::percent(number(field(column, "moved"), "changed_share")),
                             stat("before_stats", "mean"), stat("after_stats", "mean"),
                             stat("before_stats", "sd"), stat("after_stats", "sd"),
                             by ? Cell::figure(fmt::format("{:.3f}", *by)) : Cell()});
    }
    return grid;
}

Grid changed_pairs_grid(const Json& matrices) {
    Grid grid{"", {"columns", "before", "after", "difference"}, {}};
    const std::vector<std::string> names = texts(matrices, "columns");
    for (const ChangedPair& pair : changed_pairs(matrices)) {
        if (grid.rows.size() == 10) break;
        grid.rows.push_back({Cell(names[pair.a] + " + " + names[pair.b]),
                             Cell::figure(fmt::format("{:.2f}", pair.before)),
                             Cell::figure(fmt::format("{:.2f}", pair.after)),
                             Cell::figure(fmt::format("{:+.2f}", pair.after - pair.before))});
    }
    return grid;
}

std::vector<HeatMap> matrix_maps(const Json& matrices, const std::string& what) {
    const std::vector<std::string> names = texts(matrices, "columns");
    const std::size_t size = names.size();
    const Figures before = figures_of(matrices, "before"), after = figures_of(matrices, "after");
    const Figures difference = figures_of(matrices, "difference");
    for (const Figures* figures : {&before, &after, &difference}) {
        if (!has_shape(*figures, size, size)) return {};
    }
    std::vector<std::vector<std::string>> tips;
    for (std::size_t i = 0; i < size; ++i) {
        tips.emplace_back();
        for (std::size_t j = 0; j < size; ++j) {
            tips.back().push_back(
                before[i][j] && after[i][j]
                    ? fmt::format("{}, {}: {:.2f} before, {:.2f} after", names[i], names[j],
                                  *before[i][j], *after[i][j])
                    : fmt::format("{}, {}: one of them is constant", names[i], names[j]));
        }
    }
    std::vector<HeatMap> maps;
    for (const auto& [figures, when] : {std::pair(&before, "before"), std::pair(&after, "after"),
                                        std::pair(&difference, "after less before")}) {
        HeatMap map;
        map.title = fmt::format("{}: {}", what, when);
        map.description =
            fmt::format("How the {} columns hang together {}, a shade for each pair.", size, when);
        map.rows = map.columns = names;
        map.values = *figures;
        map.tips = tips;
        maps.push_back(std::move(map));
    }
    return maps;
}

std::string pair_sentence(const Json& pair) {
    const PairLabels labels = pair_labels(pair);
    std::string result = fmt::format(
        "{} and {}: the shares of these cells differ by {} in total variation", labels.columns[0],
        labels.columns[1], percent_text(100 * number(pair, "total_variation").value_or(0)));
    const auto before = number(pair, "association_before");
    const auto after = number(pair, "association_after");
    if (before && after) {
        result += fmt::format(
            "; their association (Cramer's V of these cells) went from {:.2f} to "
            "{:.2f}",
            *before, *after);
    }
    return result;
}

Grid pair_grid(const Json& pair) {
    const PairLabels labels = pair_labels(pair);
    const Figures difference = figures_of(pair, "difference");
    Grid grid{"", {labels.columns[0] + " \\ " + labels.columns[1]}, {}};
    if (!has_shape(difference, labels.of_first.size(), labels.of_second.size())) return {};
    grid.heads.insert(grid.heads.end(), labels.of_second.begin(), labels.of_second.end());
    for (std::size_t i = 0; i < labels.of_first.size(); ++i) {
        grid.rows.push_back({Cell(labels.of_first[i])});
        for (const auto& value : difference[i]) {
            grid.rows.back().push_back(value ? Cell::figure(fmt::format("{:+.1f}", *value))
                                             : Cell());
        }
    }
    return grid;
}

HeatMap pair_map(const Json& pair) {
    const PairLabels labels = pair_labels(pair);
    HeatMap map;
    map.title = fmt::format("{} and {}: after less before", labels.columns[0], labels.columns[1]);
    map.description = "Percent points of the people in each cell, after less before.";
    map.rows = labels.of_first;
    map.columns = labels.of_second;
    map.values = figures_of(pair, "difference");
    map.decimals = 1;
    map.most = 0;
    const Figures before = figures_of(pair, "before"), after = figures_of(pair, "after");
    const std::size_t rows = map.rows.size(), columns = map.columns.size();
    if (!has_shape(map.values, rows, columns) || !has_shape(before, rows, columns) ||
        !has_shape(after, rows, columns)) {
        return {};
    }
    for (std::size_t i = 0; i < rows; ++i) {
        map.tips.emplace_back();
        for (std::size_t j = 0; j < columns; ++j) {
            map.most = std::max(map.most, std::abs(map.values[i][j].value_or(0)));
            map.tips.back().push_back(fmt::format(
                "{}, {}: {} before, {} after", map.rows[i], map.columns[j],
                figure_text(before[i][j].value_or(0)), figure_text(after[i][j].value_or(0))));
        }
    }
    return map;
}

namespace {

// Records that are not where they belong in the drawing, or not there at all.
std::string unseen_records(const Json& scatter) {
    std::vector<std::string> parts;
    const std::int64_t beyond = count(scatter, "beyond").value_or(0);
    const std::int64_t missing = count(scatter, "missing").value_or(0);
    if (beyond > 0) {
        parts.push_back(fmt::format("{} {} beyond the frame, drawn at its edge", count_text(beyond),
                                    beyond == 1 ? "record lies" : "records lie"));
    }
    if (missing > 0) {
        parts.push_back(fmt::format("{} {} a value and {} not drawn", count_text(missing),
                                    missing == 1 ? "lacks" : "lack", missing == 1 ? "is" : "are"));
    }
    return parts.empty() ? std::string() : fmt::format("{}.", fmt::join(parts, "; "));
}

}  // namespace

std::vector<ShownScatter> column_scatters(const Json& comparison) {
    std::vector<ShownScatter> shown;
    for (const Json& column : objects(comparison, "columns")) {
        const Json& scatter = field(column, "scatter");
        ShownScatter one{scatter_plot(scatter), unseen_records(scatter)};
        if (one.plot.places.empty()) continue;
        one.plot.title = text(column, "column") + ": original against released";
        one.plot.x = "original";
        one.plot.y = "released";
        one.plot.diagonal = true;
        if (const auto correlation = number(scatter, "correlation")) {
            one.sentence = fmt::format("Correlation {:.2f}.{}{}", *correlation,
                                       one.sentence.empty() ? "" : " ", one.sentence);
        }
        shown.push_back(std::move(one));
    }
    return shown;
}

std::vector<ShownScatter> pair_scatters(const Json& pair) {
    const Json& scatter = field(pair, "scatter");
    const std::vector<std::string> names = texts(scatter, "columns");
    std::vector<ShownScatter> shown;
    if (names.size() != 2) return shown;
    for (const char* when : {"before", "after"}) {
        const Json& file = field(scatter, when);
        ShownScatter one{scatter_plot(file), unseen_records(file)};
        if (one.plot.places.empty()) continue;
        one.plot.title = fmt::format("{} and {}, {}", names[0], names[1], when);
        one.plot.x = names[0];
        one.plot.y = names[1];
        shown.push_back(std::move(one));
    }
    return shown;
}

}  // namespace lethe::report
