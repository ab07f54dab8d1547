#include "lethe/run/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "lethe/data/column_stats.h"
#include "lethe/data/groups.h"
#include "lethe/data/io.h"
#include "lethe/data/roles.h"

namespace lethe {
namespace {

double percent(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::int64_t unique_rows(const Groups& groups) {
    return std::count(groups.sizes.begin(), groups.sizes.end(), std::int64_t{1});
}

Json describe(const Context& context, const Table& table, const Column& column,
              const RoleGuess& guess) {
    const std::vector<std::string> only{column.name()};
    const Groups groups = group_rows(context, table, only);
    Json entry;
    entry["name"] = column.name();
    entry["kind"] = name(column.kind());
    entry["role"] = name(guess.role);
    entry["reason"] = guess.reason;
    entry["distinct"] = groups.classes() - (column.has_missing() ? 1 : 0);
    entry["missing"] = column.missing();
    entry["unique"] = unique_rows(groups);
    entry["unique_share"] = percent(unique_rows(groups), table.rows());
    if (column.is_numeric()) {
        const ColumnStats stats = column_stats(context, column);
        entry["mean"] = stats.mean;
        entry["sd"] = stats.deviation();
    }
    if (column.first_non_number() > 0) {
        entry["reason"] =
            fmt::format("{}; all but a few values are numbers (row {} is the first that is not)",
                        guess.reason, column.first_non_number());
    }
    return entry;
}

Json classes_of(const Context& context, const Table& table,
                const std::vector<std::string>& columns) {
    const Groups groups = group_rows(context, table, columns);
    Json classes;
    classes["columns"] = columns;
    classes["classes"] = groups.classes();
    classes["smallest"] = groups.smallest();
    classes["unique"] = unique_rows(groups);
    classes["unique_share"] = percent(unique_rows(groups), table.rows());
    std::vector<std::int64_t> size_of_row;
    size_of_row.reserve(groups.class_of.size());
    for (const std::int32_t group : groups.class_of) {
        size_of_row.push_back(groups.sizes[static_cast<std::size_t>(group)]);
    }
    Json histogram = Json::object();
    for (const auto& [size, rows] : size_histogram(size_of_row)) {
        histogram[std::to_string(size)] = rows;
    }
    classes["histogram"] = std::move(histogram);
    return classes;
}

// The combinations of two columns under which most records are alone.
Json sharpest_pairs(const Context& context, const Table& table,
                    const std::vector<std::string>& columns) {
    struct Pair {
        std::string first, second;
        std::int64_t unique;
    };
    constexpr std::size_t kMostColumns = 20;
    constexpr std::size_t kShown = 5;
    std::vector<Pair> pairs;
    const std::size_t count = std::min(columns.size(), kMostColumns);
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = a + 1; b < count; ++b) {
            const std::vector<std::string> both{columns[a], columns[b]};
            pairs.push_back(
                {columns[a], columns[b], unique_rows(group_rows(context, table, both))});
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.unique > b.unique; });
    Json result = Json::array();
    for (std::size_t i = 0; i < std::min(kShown, pairs.size()); ++i) {
        result.push_back({{"columns", {pairs[i].first, pairs[i].second}},
                          {"unique", pairs[i].unique},
                          {"unique_share", percent(pairs[i].unique, table.rows())}});
    }
    return result;
}

}  // namespace

Json inspect(const Context& context, const Table& table, const std::string& source,
             std::span<const std::string> columns) {
    Json result;
    result["kind"] = "inspection";
    result["data"] = {
        {"file", is_query(source) ? std::string("a query")
                                  : std::filesystem::path(source).filename().string()},
        {"rows", table.rows()},
        {"columns", table.columns().size()}};
    std::vector<std::string> quasi(columns.begin(), columns.end());
    for (const std::string& name : quasi) table.column(name);
    Json described = Json::array();
    Progress progress(context, "inspecting", static_cast<std::int64_t>(table.columns().size()));
    const Context inner = context.silent();
    for (const ColumnPtr& column : table.columns()) {
        const RoleGuess guess = guess_role(*column);
        described.push_back(describe(inner, table, *column, guess));
        if (columns.empty() && guess.role == Role::quasi) quasi.push_back(column->name());
        progress.add();
    }
    result["columns"] = std::move(described);
    if (!quasi.empty()) {
        result["classes"] = classes_of(inner, table, quasi);
        result["pairs"] = sharpest_pairs(inner, table, quasi);
    }
    return result;
}

}  // namespace lethe
