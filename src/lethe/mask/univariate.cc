#include "lethe/mask/univariate.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/algo/mdav.h"
#include "lethe/algo/univariate.h"
#include "lethe/core/parallel.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/mask/columns.h"
#include "lethe/space/numeric.h"

namespace lethe::mask {
namespace {

Clusters group_column(const Context& context, const Column& column, std::int64_t k,
                      Grouping grouping) {
    const std::vector<std::int64_t> ranked =
        ranked_rows(context, column.numbers(), column.validity());
    if (ranked.empty()) return groups_of_ranks(column.size(), ranked, {});
    std::vector<double> sorted;
    sorted.reserve(ranked.size());
    for (const std::int64_t row : ranked) {
        sorted.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    if (grouping != Grouping::mdav) {
        return groups_of_ranks(column.size(), ranked,
                               grouping == Grouping::optimal
                                   ? optimal_univariate(context, sorted, k)
                                   : consecutive_groups(std::ssize(ranked), k));
    }
    std::vector<std::int64_t> rows;
    std::vector<double> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(row)) continue;
        rows.push_back(row);
        values.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    const Clusters found =
        lethe::mdav(context, NumericSpace(std::move(values), std::ssize(rows), 1), k);
    Clusters groups{std::vector<std::int32_t>(static_cast<std::size_t>(column.size()), -1),
                    found.count};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        groups.of[static_cast<std::size_t>(rows[i])] = found.of[i];
    }
    return groups;
}

}  // namespace

std::vector<std::int64_t> ranked_rows(const Context& context, std::span<const double> values,
                                      const Validity& validity) {
    std::vector<std::pair<double, std::int64_t>> keys;
    keys.reserve(values.size());
    for (std::int64_t row = 0; row < std::ssize(values); ++row) {
        if (validity[row]) keys.emplace_back(values[static_cast<std::size_t>(row)] + 0.0, row);
    }
    parallel_sort(context, keys.begin(), keys.end(), std::less<>());
    std::vector<std::int64_t> rows;
    rows.reserve(keys.size());
    for (const auto& [value, row] : keys) rows.push_back(row);
    return rows;
}

Clusters groups_of_ranks(std::int64_t rows, std::span<const std::int64_t> ranked,
                         std::span<const std::int64_t> boundaries) {
    Clusters groups{std::vector<std::int32_t>(static_cast<std::size_t>(rows), -1), 0};
    for (std::size_t group = 1; group < boundaries.size(); ++group) {
        for (std::int64_t rank = boundaries[group - 1]; rank < boundaries[group]; ++rank) {
            const std::int64_t row = ranked[static_cast<std::size_t>(rank)];
            groups.of[static_cast<std::size_t>(row)] = groups.count;
        }
        ++groups.count;
    }
    return groups;
}

Schema<UnivariateParams> univariate_schema() {
    return Schema<UnivariateParams>()
        .field("k", &UnivariateParams::k, "smallest group of values", at_least(2))
        .field("k_by_column", &UnivariateParams::k_by_column,
               "another k for some columns: column name and k", at_least(2));
}

MaskOutput microaggregate_columns(const MaskInput& input, const UnivariateParams& params) {
    std::vector<Part> parts(input.columns.size());
    const Context inside = input.context.silent().single();
    parallel_tasks(input.context, std::ssize(parts), [&](std::int64_t task) {
        const std::string& name = input.columns[static_cast<std::size_t>(task)];
        parts[static_cast<std::size_t>(task)] = {
            {name},
            group_column(inside, input.table.column(name),
                         for_column(name, params.k_by_column, params.k), params.variant)};
    });
    return microaggregate(input, parts);
}

void check_univariate(const Table& table, std::span<const std::string> columns,
                      const UnivariateParams& params, const Place& place, Problems& problems) {
    check_column_names("k_by_column", params.k_by_column, columns, place, problems);
    for (const std::string& name : columns) {
        const Column* column = table.find(name);
        if (column == nullptr) continue;
        check_group_size(for_column(name, params.k_by_column, params.k),
                         column->size() - column->missing(), fmt::format("column \"{}\"", name),
                         "values", place, problems);
    }
}

Schema<ScoreParams> score_schema() {
    return Schema<ScoreParams>().field("k", &ScoreParams::k, "smallest group of records",
                                       at_least(2));
}

MaskOutput microaggregate_along(const MaskInput& input, const Points& standardised,
                                std::span<const double> loadings, const ScoreParams& params) {
    const std::int64_t rows = standardised.rows;
    std::vector<double> scores(static_cast<std::size_t>(rows), 0.0);
    parallel_chunks(input.context, rows, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t row = begin; row < end; ++row) {
            double& score = scores[static_cast<std::size_t>(row)];
            for (std::size_t j = 0; j < loadings.size(); ++j) {
                score += loadings[j] * standardised.at(row)[j];
            }
        }
    });
    std::vector<std::int64_t> boundaries;
    if (rows > 0) boundaries = consecutive_groups(rows, params.k);
    const Part part{input.columns,
                    groups_of_ranks(rows, ranked_rows(input.context, scores), boundaries)};
    return microaggregate(input, std::span(&part, 1));
}

void check_score(const Table& table, std::span<const std::string>, const ScoreParams& params,
                 const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace lethe::mask
