#include "lethe/table/loss/category_losses.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/space/attribute/conventions.h"

namespace lethe::loss {
namespace {

// Moves of records, counted in whole steps so that their sum is exact.
struct Moves {
    std::int64_t steps = 0;  // along the domain
    std::int64_t whole = 0;  // at distance 1
};

Moves moves_of(const CategoryColumn& column, std::int64_t begin, std::int64_t end) {
    const auto original = column.aligned();
    Moves moves;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const std::int32_t x = original[i];
        const std::int32_t y = column.masked[i];
        if (x == y) continue;
        const std::int32_t read = column.read_as[static_cast<std::size_t>(y)];
        if (x == column.missing() || read == CategoryColumn::kNothing) {
            ++moves.whole;
        } else if (column.ordinal) {
            moves.steps += std::abs(x - read);
        } else if (x != read) {
            ++moves.whole;
        }
    }
    return moves;
}

// Sum over the cells of |f N' - f' N|, which is exact; at most 2 N N'.
std::uint64_t sum_of_differences(std::span<const Cell> cells, std::uint64_t rows_x,
                                 std::uint64_t rows_y) {
    std::uint64_t sum = 0;
    for (const Cell& cell : cells) {
        const std::uint64_t x = static_cast<std::uint64_t>(cell.x) * rows_y;
        const std::uint64_t y = static_cast<std::uint64_t>(cell.y) * rows_x;
        sum += x > y ? x - y : y - x;
    }
    return sum;
}

// n log2 n - sum n_i log2 n_i: the entropy of n records over cells of n_i.
double total_entropy(std::span<const Cell> cells) {
    std::int64_t total = 0;
    for (const Cell& cell : cells) total += cell.x;
    double entropy = 0;
    for (const Cell& cell : cells) {
        const auto count = static_cast<double>(cell.x);
        entropy += count * std::log2(static_cast<double>(total) / count);
    }
    return entropy;
}

// Largest entropy of a column: missing values are a category where the original has some.
double largest_entropy(const CategoryColumn& column) {
    const bool missing = std::find(column.original.begin(), column.original.end(),
                                   column.missing()) != column.original.end();
    return std::log2(static_cast<double>(column.domain + (missing ? 1 : 0)));
}

EntropyLoss entropy_loss(const Context& context, const CategoryColumn& column) {
    const std::vector<CodedPair> pair{{column.masked, {}, column.codes},
                                      {column.aligned(), {}, column.codes}};
    const std::vector<Cell> cells = count_cells(context, pair);
    const auto codes = static_cast<std::uint64_t>(column.codes);
    EntropyLoss loss;
    for (auto begin = cells.begin(); begin != cells.end();) {
        const auto end = std::find_if(begin, cells.end(), [&](const Cell& cell) {
            return cell.key / codes != begin->key / codes;
        });
        loss.sum += total_entropy({begin, end});
        begin = end;
    }
    loss.most = largest_entropy(column) * static_cast<double>(column.masked.size());
    return loss;
}

}  // namespace

std::vector<std::vector<std::size_t>> choices_of(std::size_t columns, std::size_t size) {
    std::vector<std::vector<std::size_t>> all;
    if (size == 0 || size > columns) return all;
    std::vector<std::size_t> choice(size);
    std::iota(choice.begin(), choice.end(), std::size_t{0});
    while (true) {
        all.push_back(choice);
        std::size_t place = size;
        while (place > 0 && choice[place - 1] == columns - size + place - 1) --place;
        if (place == 0) return all;
        ++choice[place - 1];
        for (std::size_t i = place; i < size; ++i) choice[i] = choice[i - 1] + 1;
    }
}

std::vector<double> distance_losses(const Context& context, const CategoryColumns& columns) {
    std::vector<double> percents;
    for (const CategoryColumn& column : columns) {
        const auto rows = static_cast<std::int64_t>(column.masked.size());
        const Moves moves = parallel_reduce(
            context, rows, Moves{},
            [&](std::int64_t begin, std::int64_t end) { return moves_of(column, begin, end); },
            [](Moves& total, const Moves& part) {
                total.steps += part.steps;
                total.whole += part.whole;
            });
        const double steps = static_cast<double>(moves.steps) /
                             whole_steps(OrdinalScale::steps_over_count, column.domain);
        percents.push_back(
            percent(steps + static_cast<double>(moves.whole), static_cast<double>(rows)));
    }
    return percents;
}

std::vector<TableLoss> table_losses(const Context& context, const CategoryColumns& columns,
                                    std::int64_t order) {
    constexpr double kMostTables = 200000;
    double number = 0, of_size = 1;
    for (std::int64_t size = 1; size <= order; ++size) {
        of_size *= static_cast<double>(std::ssize(columns) - size + 1) / static_cast<double>(size);
        number += of_size;
    }
    if (number > kMostTables) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} columns have {:.0f} tables of up to {} columns, too many to "
                                "count; lower the order or choose columns",
                                columns.size(), number, order),
                    {{}, 0, 0, "order"});
    }
    std::vector<TableLoss> tables;
    for (std::size_t size = 1; size <= static_cast<std::size_t>(order); ++size) {
        for (auto& choice : choices_of(columns.size(), size)) {
            tables.push_back({std::move(choice), 0, 0});
        }
    }
    const Context single = context.single();
    parallel_tasks(context, std::ssize(tables), [&](std::int64_t task) {
        TableLoss& table = tables[static_cast<std::size_t>(task)];
        std::vector<CodedPair> coded;
        for (const std::size_t j : table.columns) coded.push_back(columns[j].whole());
        const auto rows_x = static_cast<std::uint64_t>(coded[0].x.size());
        const auto rows_y = static_cast<std::uint64_t>(coded[0].y.size());
        if (rows_x == 0 || rows_y == 0) return;
        const auto sum =
            static_cast<double>(sum_of_differences(count_cells(single, coded), rows_x, rows_y));
        table.sum = sum / static_cast<double>(rows_y);
        table.percent = 100 * table.sum / (2 * static_cast<double>(rows_x));
    });
    return tables;
}

double mean_percent(const std::vector<TableLoss>& tables) {
    double sum = 0;
    for (const TableLoss& table : tables) sum += table.percent;
    return tables.empty() ? 0 : sum / static_cast<double>(tables.size());
}

std::vector<EntropyLoss> entropy_losses(const Context& context, const CategoryColumns& columns) {
    std::vector<EntropyLoss> losses(columns.size());
    const Context single = context.single();
    parallel_tasks(context, std::ssize(columns), [&](std::int64_t task) {
        const auto j = static_cast<std::size_t>(task);
        losses[j] = entropy_loss(single, columns[j]);
    });
    return losses;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

Json by_column(const CategoryColumns& columns, const std::vector<double>& percents) {
    Json result = Json::object();
    for (std::size_t j = 0; j < columns.size(); ++j) result[columns[j].name] = percents[j];
    return result;
}

void warn(const CategoryColumns& columns, std::vector<std::string>& warnings) {
    if (!columns.empty() && columns[0].masked.empty()) {
        warnings.push_back("nothing could be compared: the value is 0");
    }
    std::vector<std::string> merged;
    for (const CategoryColumn& column : columns) {
        const bool any = std::any_of(column.masked.begin(), column.masked.end(), [&](auto code) {
            return code >= column.domain && code != column.missing();
        });
        if (any) merged.push_back(column.name);
    }
    if (!merged.empty()) {
        warnings.push_back(fmt::format(
            "categories that the original does not have are measured as the middle (nominal: the "
            "most frequent) of those that they replaced: {}",
            fmt::join(merged, ", ")));
    }
}

}  // namespace lethe::loss
