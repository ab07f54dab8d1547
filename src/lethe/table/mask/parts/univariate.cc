#include "lethe/table/mask/parts/univariate.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/algo/partition/mdav.h"
#include "lethe/algo/partition/univariate.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/parallel.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

// The groups of `rows` records in which the ranked rows from one boundary to the next are together.
Clusters groups_of_ranks(std::int64_t rows, std::span<const std::int32_t> ranked,
                         std::span<const std::int64_t> boundaries) {
    Clusters groups{std::vector<std::int32_t>(static_cast<std::size_t>(rows), -1), 0};
    for (std::size_t group = 1; group < boundaries.size(); ++group) {
        for (std::int64_t rank = boundaries[group - 1]; rank < boundaries[group]; ++rank) {
            const std::int32_t row = ranked[static_cast<std::size_t>(rank)];
            groups.of[static_cast<std::size_t>(row)] = groups.count;
        }
        ++groups.count;
    }
    return groups;
}

// The groups of the rows that hold a value, which were clustered on their own.
Clusters among_valid(const Column& column, const Clusters& found) {
    Clusters groups{std::vector<std::int32_t>(static_cast<std::size_t>(column.size()), -1),
                    found.count};
    std::size_t next = 0;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) groups.of[static_cast<std::size_t>(row)] = found.of[next++];
    }
    return groups;
}

// The values that are there, in the order of `rows`.
std::vector<double> values_at(const Column& column, std::span<const std::int32_t> rows) {
    std::vector<double> values;
    values.reserve(rows.size());
    for (const std::int32_t row : rows) {
        values.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    return values;
}

Clusters group_column(const Context& context, const Column& column, std::int64_t k,
                      Grouping grouping) {
    std::vector<std::int32_t> ranked = ranking(context, column);
    const std::int64_t count = std::ssize(ranked);
    if (ranked.empty()) return groups_of_ranks(column.size(), ranked, {});
    switch (grouping) {
        case Grouping::sorted:
            break;
        case Grouping::optimal:
            return groups_of_ranks(
                column.size(), ranked,
                lethe::optimal_univariate(context, values_at(column, ranked), k));
        case Grouping::mdav:
            std::sort(ranked.begin(), ranked.end());
            return among_valid(
                column, lethe::mdav(context, NumericSpace(values_at(column, ranked), count, 1), k));
    }
    return groups_of_ranks(column.size(), ranked, consecutive_groups(count, k));
}

}  // namespace

Schema<UnivariateParams> univariate_schema() {
    return Schema<UnivariateParams>()
        .field("k", &UnivariateParams::k, "smallest group of values", at_least(2))
        .field("k_by_column", &UnivariateParams::k_by_column,
               "another k for some columns: column name and k", at_least(2));
}

MaskOutput microaggregate_columns(const MaskInput& input, const UnivariateParams& params) {
    std::vector<Part> parts(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        const std::int64_t k = for_column(column.name(), params.k_by_column, params.k);
        parts[j] = {{column.name()}, group_column(context, column, k, params.variant)};
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
    return with_missing_rule(Schema<ScoreParams>().field("k", &ScoreParams::k,
                                                         "smallest group of records", at_least(2)));
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
                    groups_of_ranks(rows, ranking(input.context, scores), boundaries)};
    return microaggregate(input, std::span(&part, 1), params.missing);
}

void check_score(const Table& table, std::span<const std::string>, const ScoreParams& params,
                 const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace lethe::mask
