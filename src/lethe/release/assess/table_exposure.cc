#include "lethe/release/assess/table_exposure.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "lethe/algo/population/minimal_sets.h"
#include "lethe/algo/population/minimal_uniques.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/data/groups.h"
#include "lethe/method/comparison.h"

namespace lethe::release {
namespace {

using ColumnPlaces = std::vector<std::size_t>;

std::vector<std::string> columns_at(const ColumnPlaces& set, std::span<const std::string> columns) {
    std::vector<std::string> names;
    for (const std::size_t j : set) names.push_back(columns[j]);
    return names;
}

void add_alone_by(TableExposure& result, const std::vector<ColumnPlaces>& sets,
                  const std::vector<std::int64_t>& people, std::span<const std::string> columns) {
    std::vector<std::size_t> order(sets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Sets come by their size: of as many people the small ones stay first.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return people[a] > people[b]; });
    order.resize(std::min(order.size(), kShownSets));
    for (const std::size_t i : order) {
        result.alone_by.push_back({columns_at(sets[i], columns), people[i]});
    }
}

// Everybody, so that the order can ask in how few columns somebody is alone.
void reasons_of_all(TableExposure& result, const Context& context, const Table& table,
                    std::span<const std::string> columns) {
    const MinimalSets found = all_minimal_uniques(context, table, columns, kListedSets);
    const auto fewest = [&](std::int64_t row) {
        const auto& own = found.sets_of[at(row)];
        return own.empty() ? columns.size() + 1 : found.sets[own.front()].size();
    };
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        if (!found.sets_of[at(row)].empty()) rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(), [&](std::int64_t a, std::int64_t b) {
        return std::pair(result.table.class_size[at(a)], fewest(a)) <
               std::pair(result.table.class_size[at(b)], fewest(b));
    });
    for (const std::int64_t row : rows) {
        ExposureReason reason{row, {}, {}};
        for (const std::uint32_t set : found.sets_of[at(row)]) {
            reason.unique_on.push_back(columns_at(found.sets[set], columns));
        }
        result.table.worst.push_back(std::move(reason));
    }
    add_alone_by(result, found.sets, found.rows, columns);
    result.looked_at = table.rows();
}

void reasons_of_worst(TableExposure& result, const Context& context, const Table& table,
                      std::span<const std::string> columns, std::int64_t count) {
    std::vector<std::int64_t> rows(at(table.rows()));
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    count = std::min(count, table.rows());
    std::partial_sort(rows.begin(), rows.begin() + count, rows.end(),
                      [&](std::int64_t a, std::int64_t b) {
                          return std::pair(result.table.class_size[at(a)], a) <
                                 std::pair(result.table.class_size[at(b)], b);
                      });
    rows.resize(at(count));
    const auto found = minimal_uniques(context, table, columns, rows);
    const auto by_size = [](const ColumnPlaces& a, const ColumnPlaces& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    };
    std::map<ColumnPlaces, std::int64_t, decltype(by_size)> people(by_size);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ExposureReason reason{rows[i], {}, {}};
        for (const ColumnPlaces& set : found[i]) {
            ++people[set];
            if (reason.unique_on.size() < kListedSets) {
                reason.unique_on.push_back(columns_at(set, columns));
            }
        }
        if (!reason.unique_on.empty()) result.table.worst.push_back(std::move(reason));
    }
    std::vector<ColumnPlaces> sets;
    std::vector<std::int64_t> counts;
    for (const auto& [set, alone] : people) {
        sets.push_back(set);
        counts.push_back(alone);
    }
    add_alone_by(result, sets, counts, columns);
    result.looked_at = count;
}

}  // namespace

TableExposure table_exposure(const Context& context, const Table& table,
                             std::span<const std::string> columns,
                             const TableExposureOptions& options) {
    if (columns.empty()) {
        throw Error(
            ErrorKind::usage,
            "no column was taken for a quasi-identifier, in which somebody could stand out: "
            "name some with --columns");
    }
    TableExposure result;
    const Groups groups = group_rows(context, table, columns);
    for (const std::int32_t group : groups.class_of) {
        const std::int64_t size = groups.sizes[at(group)];
        result.table.class_size.push_back(size);
        result.table.exposure.push_back(1.0 / static_cast<double>(size));
        result.table.attack.push_back(-1);
    }
    if (minimal_set_steps(table.rows(), columns.size()) <= options.most_steps) {
        reasons_of_all(result, context, table, columns);
    } else {
        reasons_of_worst(result, context, table, columns, options.worst);
    }
    return result;
}

Json to_json(const TableExposure& exposure, std::span<const std::string> columns,
             std::size_t worst) {
    Json sets = Json::array();
    for (const AloneBy& one : exposure.alone_by) {
        sets.push_back({{"columns", one.columns},
                        {"people", one.people},
                        {"share", percent(one.people, exposure.looked_at)}});
    }
    Json people = Json::array();
    for (const ExposureReason& reason : exposure.table.worst) {
        if (people.size() == worst) break;
        people.push_back({{"row", reason.row + 1},
                          {"class_size", exposure.table.class_size[at(reason.row)]},
                          {"unique_on", reason.unique_on}});
    }
    return {{"columns", std::vector<std::string>(columns.begin(), columns.end())},
            {"looked_at", exposure.looked_at},
            {"alone_by", std::move(sets)},
            {"private_worst", std::move(people)}};
}

}  // namespace lethe::release
