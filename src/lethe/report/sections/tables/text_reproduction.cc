#include "lethe/report/sections/tables/text_reproduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"

namespace lethe::report {
namespace {

constexpr std::size_t kMostReproducedRows = 60;  // of a table; the rest is in the JSON

// One table of linked shares.
std::string shares_text(const Json& item) {
    const auto figure = [](const Json& row, std::string_view key) {
        const auto value = number(row, key);
        return value ? Cell::figure(fmt::format("{:.2f}", *value)) : Cell();
    };
    constexpr std::array<std::string_view, 5> kKeys{"lax", "expected", "strict", "sd", "se"};
    Grid grid{"", {"setting", "published"}, {}};
    for (const std::string_view key : kKeys) grid.heads.emplace_back(key);
    for (const Json& row : objects(item, "rows")) {
        std::vector<Cell> cells{Cell(text(row, "setting")), figure(row, "published")};
        for (const std::string_view key : kKeys) cells.push_back(figure(row, key));
        grid.rows.push_back(std::move(cells));
    }
    return fmt::format(
        "Percent of records linked; means of {} samples with deviation and standard error of "
        "lax\n\n{}\n",
        count_text(*count(item, "samples")), text_table(grid));
}

Cell table_cell(const Json& value, std::int64_t digits) {
    if (value.is_number_integer()) return Cell::figure(count_text(value.get<std::int64_t>()));
    if (value.is_boolean()) return Cell(value.get<bool>() ? "yes" : "no");
    if (const auto figure = number(value)) {
        return Cell::figure(fmt::format("{:.{}f}", *figure, digits));
    }
    return value.is_string() ? Cell(value.get<std::string>()) : Cell();
}

Grid tabular_grid(const Json& table) {
    Grid grid{text(table, "title"), {}, {}};
    const auto columns = objects(table, "columns");
    for (const Json& column : columns) grid.heads.push_back(text(column, "head"));
    for (const Json& row : objects(table, "rows")) {
        std::vector<Cell> cells;
        for (const Json& column : columns) {
            cells.push_back(
                table_cell(field(row, text(column, "key")), count(column, "digits").value_or(2)));
        }
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

std::string tabular_text(Grid grid) {
    if (grid.empty()) return "";
    std::string out = wrapped(std::exchange(grid.title, {})) + "\n";
    const std::size_t rows = grid.rows.size();
    grid.rows.resize(std::min(rows, kMostReproducedRows));
    out += text_table(grid);
    if (rows > kMostReproducedRows) {
        out += fmt::format("  and {} more (see --json)\n",
                           count_text(static_cast<std::int64_t>(rows - kMostReproducedRows)));
    }
    return out + "\n";
}

std::string checks_text(const Json& item) {
    const auto checks = objects(item, "checks");
    if (checks.empty()) return "";
    std::string failed;
    std::int64_t held = 0;
    for (const Json& check : checks) {
        if (flag(check, "holds")) {
            ++held;
        } else {
            failed += wrapped("FAILED: " + text(check, "what"), "  ", "    ");
        }
    }
    return fmt::format("Checks: {} of {} hold.\n{}\n", count_text(held),
                       count_text(static_cast<std::int64_t>(checks.size())), failed);
}

}  // namespace

std::string experiments_text(const Json& result) {
    std::string out;
    for (const Json& item : objects(result, "experiments")) {
        out += fmt::format("  {:<20} {}\n  {:<20} ({})\n", text(item, "name"), text(item, "title"),
                           "", text(item, "source"));
    }
    return out + "\nlethe reproduce NAME --data DIR runs one, lethe reproduce all every one.\n";
}

std::vector<Grid> reproduction_grids(const Json& item) {
    std::vector<Grid> grids;
    for (const Json& table : objects(item, "tables")) grids.push_back(tabular_grid(table));
    return grids;
}

std::string reproduction_text(const Json& item) {
    std::string out = fmt::format("{}\n{}\n\n", text(item, "title"), text(item, "source"));
    if (!objects(item, "rows").empty()) out += shares_text(item);
    for (Grid& grid : reproduction_grids(item)) out += tabular_text(std::move(grid));
    for (const std::string& note : texts(item, "notes")) out += wrapped(note);
    if (!texts(item, "notes").empty()) out += "\n";
    return out + checks_text(item);
}

}  // namespace lethe::report
