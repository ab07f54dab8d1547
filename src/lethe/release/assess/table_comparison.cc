#include "lethe/release/assess/table_comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/method/comparison.h"
#include "lethe/method/result_json.h"
#include "lethe/release/assess/alignment.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/row_order.h"

namespace lethe::release {
namespace {

std::vector<std::string> requested_columns(const PairRequest& request) {
    if (!request.columns.empty()) return request.columns;
    std::vector<std::string> names;
    for (const ColumnPtr& column : request.plan.table.columns()) {
        const bool shown = request.masked.find(column->name()) != nullptr &&
                           column->kind() != Kind::text &&
                           request.plan.roles.of(column->name()) != Role::identifier;
        if (shown) names.push_back(column->name());
    }
    if (names.empty()) {
        throw Error(ErrorKind::input,
                    "the two tables have no column in common (identifiers and free text apart); "
                    "name some with --columns");
    }
    return names;
}

// Released values that are not those of their origin. A label in place of a number is another value
// even where the number in its middle is the same.
std::int64_t changed_values(const ComparedPair& compared, const std::string& name) {
    const Column& before = compared.pair.original.column(name);
    const Column& after = compared.pair.masked.column(name);
    const bool labels = before.is_numeric() && !compared.masked.column(name).is_numeric();
    std::int64_t changed = 0;
    for (std::int64_t row = 0; row < after.size(); ++row) {
        const std::int64_t from = compared.origin.empty() ? row : compared.origin[at(row)];
        if (!before.valid(from) || !after.valid(row)) {
            changed += before.valid(from) != after.valid(row) ? 1 : 0;
        } else if (labels) {
            changed += compared.masked.column(name).text(row) != before.text(from) ? 1 : 0;
        } else if (before.is_numeric()) {
            changed += before.numbers()[at(from)] != after.numbers()[at(row)] ? 1 : 0;
        } else {
            changed += before.codes()[at(from)] != after.codes()[at(row)] ? 1 : 0;
        }
    }
    return changed;
}

std::vector<double> ascending_values(const Context& context, const Column& column) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.push_back(column.numbers()[at(row)]);
    }
    parallel_sort(context, values.begin(), values.end(), std::less<>());
    return values;
}

// The largest difference of the shares of values up to any number.
std::optional<double> ks_distance(const Context& context, const Column& before,
                                  const Column& after) {
    const std::vector<double> a = ascending_values(context, before);
    const std::vector<double> b = ascending_values(context, after);
    if (a.empty() || b.empty()) return std::nullopt;
    double most = 0;
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        const double value = std::min(a[i], b[j]);
        while (i < a.size() && a[i] == value) ++i;
        while (j < b.size() && b[j] == value) ++j;
        most = std::max(most, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                       static_cast<double>(j) / static_cast<double>(b.size())));
    }
    return most;
}

// Half the sum of the differences of the categories' shares.
std::optional<double> total_variation(const Column& before, const Column& after) {
    const std::size_t codes = std::max(before.dictionary().size(), after.dictionary().size());
    const auto shares = [&](const Column& column) {
        std::vector<double> counts(codes, 0);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (column.valid(row)) ++counts[at(column.codes()[at(row)])];
        }
        for (double& count : counts) count /= static_cast<double>(column.size() - column.missing());
        return counts;
    };
    if (before.missing() == before.size() || after.missing() == after.size()) return std::nullopt;
    const std::vector<double> a = shares(before), b = shares(after);
    double sum = 0;
    for (std::size_t code = 0; code < codes; ++code) sum += std::abs(a[code] - b[code]);
    return sum / 2;
}

MovedColumn::Numbers moved_numbers(const Context& context, const Distribution& distribution,
                                   const Column& before, const Column& after) {
    const NumberStats &old_stats = distribution.before.numbers,
                      &new_stats = distribution.after.value().numbers;
    const auto or_nan = [](std::optional<double> value) { return value.value_or(std::nan("")); };
    const double mean = or_nan(new_stats.mean) - or_nan(old_stats.mean);
    const double sd = or_nan(old_stats.sd);
    return {.mean = finite_or_none(mean),
            .mean_in_sd = finite_or_none(mean / sd),
            .sd_ratio = finite_or_none(or_nan(new_stats.sd) / sd),
            .ks = ks_distance(context, before, after)};
}

MovedColumn moved_column(const Context& context, const ComparedPair& compared,
                         const Distribution& distribution) {
    const std::string& name = distribution.column;
    const Column& before = compared.pair.original.column(name);
    const Column& after = compared.pair.masked.column(name);
    MovedColumn result;
    if (compared.aligned) {
        const std::int64_t changed = changed_values(compared, name);
        result.changed = {changed, percent(changed, after.size())};
    }
    if (before.is_numeric()) {
        result.numbers = moved_numbers(context, distribution, before, after);
    } else {
        result.total_variation = total_variation(before, after);
    }
    return result;
}

Json matrix_json(const AssociationMatrix& matrix) {
    Json lines = Json::array();
    for (const auto& row : matrix) {
        Json line = Json::array();
        for (const auto& value : row) line.push_back(or_null(value));
        lines.push_back(std::move(line));
    }
    return lines;
}

using MatrixOf = AssociationMatrix (*)(const Context&, std::span<const ColumnPtr>);

// Where numbers moved to: only of people who are the same, row by row.
std::optional<ColumnScatter> column_scatter(const Context& context, const ComparedPair& compared,
                                            const std::string& name) {
    const Comparable& pair = compared.pair;
    if (!compared.aligned || !pair.original.column(name).is_numeric()) return std::nullopt;
    return scatter_of_column(context, pair.original, pair.masked, compared.origin, name);
}

// None where there are not two such columns.
std::optional<ComparedMatrices> matrices(const Context& context, const Comparable& pair,
                                         bool numbers, MatrixOf matrix_of) {
    std::vector<std::string> names;
    std::vector<ColumnPtr> original, masked;
    for (const ColumnPtr& column : pair.original.columns()) {
        if (column->is_numeric() != numbers) continue;
        names.push_back(column->name());
        original.push_back(column);
        masked.push_back(pair.masked.column_ptr(column->name()));
    }
    if (names.size() < 2) return std::nullopt;
    const AssociationMatrix before = matrix_of(context, original);
    const AssociationMatrix after = matrix_of(context, masked);
    AssociationMatrix difference = before;
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < names.size(); ++j) {
            const bool both = before[i][j] && after[i][j];
            difference[i][j] = both ? std::optional(*after[i][j] - *before[i][j]) : std::nullopt;
        }
    }
    return ComparedMatrices{names, before, after, difference};
}

}  // namespace

ComparedPair compared_pair(PairRequest request, const std::vector<std::string>& also,
                           const Random& random) {
    ComparedPair result;
    const Table& original = request.plan.table;
    check_order_known(request.record, kRowWords, !request.origin.empty());
    undo_order(request.masked, request.origin, original.rows());
    std::vector<std::string> columns = requested_columns(request);
    for (const std::string& name : also) {
        if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
            columns.push_back(name);
        }
    }
    result.pair = make_comparable(original, request.masked, columns, request.origin);
    result.masked = std::move(request.masked);
    result.origin = std::move(request.origin);
    result.aligned =
        request.aligned || !alignment_of(result.pair, result.origin, random).doubtful();
    return result;
}

TableComparison compare_tables(const Context& context, const ComparedPair& compared,
                               const std::optional<std::pair<std::string, std::string>>& pair) {
    const Comparable& tables = compared.pair;
    TableComparison result{tables.original.rows(), tables.masked.rows()};
    for (Distribution& distribution :
         distributions(context, tables.original, tables.masked, tables.original.names())) {
        MovedColumn moved = moved_column(context, compared, distribution);
        auto scatter = column_scatter(context, compared, distribution.column);
        result.columns.push_back({std::move(distribution), moved, std::move(scatter)});
    }
    result.correlations = matrices(context, tables, true, correlation_matrix);
    result.associations = matrices(context, tables, false, cramer_matrix);
    if (pair) {
        result.pair = contingency(context, tables, pair->first, pair->second);
        const auto numeric = [&](const std::string& name) {
            return tables.original.column(name).is_numeric();
        };
        if (numeric(pair->first) && numeric(pair->second)) {
            result.pair_scatter =
                scatter_of_pair(tables.original, tables.masked, pair->first, pair->second);
        }
    }
    if (!compared.aligned) {
        result.warnings.push_back(
            "row by row the two tables do not look like the same people: how many values were "
            "changed is not said");
    }
    return result;
}

Json to_json(const MovedColumn& moved) {
    Json json{{"changed", nullptr}, {"changed_share", nullptr}};
    if (moved.changed) {
        json["changed"] = moved.changed->values;
        json["changed_share"] = moved.changed->share;
    }
    if (!moved.numbers) {
        json["total_variation"] = or_null(moved.total_variation);
        return json;
    }
    json["mean"] = or_null(moved.numbers->mean);
    json["mean_in_sd"] = or_null(moved.numbers->mean_in_sd);
    json["sd_ratio"] = or_null(moved.numbers->sd_ratio);
    json["ks"] = or_null(moved.numbers->ks);
    return json;
}

Json to_json(const ComparedColumn& column) {
    Json json = to_json(column.distribution);
    json["moved"] = to_json(column.moved);
    if (column.scatter) json["scatter"] = to_json(*column.scatter);
    return json;
}

Json to_json(const ComparedMatrices& matrices) {
    return {{"columns", matrices.columns},
            {"before", matrix_json(matrices.before)},
            {"after", matrix_json(matrices.after)},
            {"difference", matrix_json(matrices.difference)}};
}

Json to_json(const TableComparison& comparison) {
    Json json{{"kind", "comparison"},
              {"about", "original"},
              {"rows", {{"before", comparison.rows_before}, {"after", comparison.rows_after}}},
              {"columns", json_list(comparison.columns)}};
    if (comparison.correlations) json["correlations"] = to_json(*comparison.correlations);
    if (comparison.associations) json["associations"] = to_json(*comparison.associations);
    if (comparison.pair) json["pair"] = to_json(*comparison.pair);
    if (comparison.pair_scatter) json["pair"]["scatter"] = to_json(*comparison.pair_scatter);
    json["warnings"] = comparison.warnings;
    return json;
}

}  // namespace lethe::release
