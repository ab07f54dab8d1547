#include "lethe/release/assess/table_comparison.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/method/comparison.h"
#include "lethe/release/assess/alignment.h"
#include "lethe/release/assess/associations.h"
#include "lethe/release/assess/contingency.h"
#include "lethe/release/release_order.h"
#include "lethe/release/tables/distributions.h"
#include "lethe/release/tables/row_order.h"
#include "lethe/release/tables/scatter.h"

namespace lethe {
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
Json ks_distance(const Context& context, const Column& before, const Column& after) {
    const std::vector<double> a = ascending_values(context, before);
    const std::vector<double> b = ascending_values(context, after);
    if (a.empty() || b.empty()) return nullptr;
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
Json total_variation(const Column& before, const Column& after) {
    const std::size_t codes = std::max(before.dictionary().size(), after.dictionary().size());
    const auto shares = [&](const Column& column) {
        std::vector<double> counts(codes, 0);
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (column.valid(row)) ++counts[at(column.codes()[at(row)])];
        }
        for (double& count : counts) count /= static_cast<double>(column.size() - column.missing());
        return counts;
    };
    if (before.missing() == before.size() || after.missing() == after.size()) return nullptr;
    const std::vector<double> a = shares(before), b = shares(after);
    double sum = 0;
    for (std::size_t code = 0; code < codes; ++code) sum += std::abs(a[code] - b[code]);
    return sum / 2;
}

Json moved(const Context& context, const ComparedPair& compared, const Json& distribution) {
    const std::string name = distribution["column"];
    const Column& before = compared.pair.original.column(name);
    const Column& after = compared.pair.masked.column(name);
    Json result{{"changed", nullptr}, {"changed_share", nullptr}};
    if (compared.aligned) {
        const std::int64_t changed = changed_values(compared, name);
        result["changed"] = changed;
        result["changed_share"] = percent(changed, after.size());
    }
    if (!before.is_numeric()) {
        result["total_variation"] = total_variation(before, after);
        return result;
    }
    const auto of = [&](const char* file, const char* figure) {
        const Json& value = distribution[file][figure];
        return value.is_number() ? value.get<double>() : std::nan("");
    };
    const double mean = of("after_stats", "mean") - of("before_stats", "mean");
    const double sd = of("before_stats", "sd");
    result["mean"] = finite_or_null(mean);
    result["mean_in_sd"] = finite_or_null(mean / sd);
    result["sd_ratio"] = finite_or_null(of("after_stats", "sd") / sd);
    result["ks"] = ks_distance(context, before, after);
    return result;
}

Json matrix_json(const AssociationMatrix& matrix) {
    Json lines = Json::array();
    for (const auto& row : matrix) {
        Json line = Json::array();
        for (const auto& value : row) line.push_back(value ? Json(*value) : Json(nullptr));
        lines.push_back(std::move(line));
    }
    return lines;
}

using MatrixOf = AssociationMatrix (*)(const Context&, std::span<const ColumnPtr>);

// Of two numeric columns; null of others.
Json pair_scatter(const Comparable& pair, const std::string& a, const std::string& b) {
    if (!pair.original.column(a).is_numeric() || !pair.original.column(b).is_numeric()) {
        return nullptr;
    }
    return scatter_of_pair(pair.original, pair.masked, a, b);
}

// What moved, and where to: the second only of numbers whose rows are the same people.
void add_movement(const Context& context, const ComparedPair& compared, Json& column) {
    column["moved"] = moved(context, compared, column);
    const Comparable& pair = compared.pair;
    const std::string name = column["column"];
    if (!compared.aligned || !pair.original.column(name).is_numeric()) return;
    column["scatter"] =
        scatter_of_column(context, pair.original, pair.masked, compared.origin, name);
}

// Null where there are not two such columns.
Json matrices(const Context& context, const Comparable& pair, bool numbers, MatrixOf matrix_of) {
    std::vector<std::string> names;
    std::vector<ColumnPtr> original, masked;
    for (const ColumnPtr& column : pair.original.columns()) {
        if (column->is_numeric() != numbers) continue;
        names.push_back(column->name());
        original.push_back(column);
        masked.push_back(pair.masked.column_ptr(column->name()));
    }
    if (names.size() < 2) return nullptr;
    const AssociationMatrix before = matrix_of(context, original);
    const AssociationMatrix after = matrix_of(context, masked);
    AssociationMatrix difference = before;
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < names.size(); ++j) {
            const bool both = before[i][j] && after[i][j];
            difference[i][j] = both ? std::optional(*after[i][j] - *before[i][j]) : std::nullopt;
        }
    }
    return {{"columns", names},
            {"before", matrix_json(before)},
            {"after", matrix_json(after)},
            {"difference", matrix_json(difference)}};
}

}  // namespace

ComparedPair compared_pair(PairRequest request, const std::vector<std::string>& also,
                           const Random& random) {
    ComparedPair result;
    const Table& original = request.plan.table;
    release::check_order_known(request.record, release::kRowWords, !request.origin.empty());
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

Json compare_tables(const Context& context, const ComparedPair& compared,
                    const std::optional<std::pair<std::string, std::string>>& pair) {
    const Comparable& tables = compared.pair;
    Json result{{"kind", "comparison"},
                {"about", "original"},
                {"rows", {{"before", tables.original.rows()}, {"after", tables.masked.rows()}}}};
    Json columns = distributions(context, tables.original, tables.masked, tables.original.names());
    for (Json& column : columns) add_movement(context, compared, column);
    result["columns"] = std::move(columns);
    Json correlations = matrices(context, tables, true, correlation_matrix);
    if (!correlations.is_null()) result["correlations"] = std::move(correlations);
    Json associations = matrices(context, tables, false, cramer_matrix);
    if (!associations.is_null()) result["associations"] = std::move(associations);
    if (pair) {
        result["pair"] = contingency(context, tables, pair->first, pair->second);
        Json scatter = pair_scatter(tables, pair->first, pair->second);
        if (!scatter.is_null()) result["pair"]["scatter"] = std::move(scatter);
    }
    result["warnings"] = Json::array();
    if (!compared.aligned) {
        result["warnings"].push_back(
            "row by row the two tables do not look like the same people: how many values were "
            "changed is not said");
    }
    return result;
}

}  // namespace lethe
