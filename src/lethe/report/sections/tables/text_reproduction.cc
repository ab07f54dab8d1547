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
Grid linked_shares_grid(const Json& item) {
    const auto figure = [](const Json& row, std::string_view key) {
        const auto value = number(row, key);
        return value ? Cell::figure(fmt::format("{:.2f}", *value)) : Cell();
    };
    constexpr std::array<std::string_view, 5> kKeys{"lax", "expected", "strict", "sd", "se"};
    Grid grid{fmt::format("Percent of records linked; means of {} samples with deviation and "
                          "standard error of lax",
                          count_text(*count(item, "samples"))),
              {"setting", "published"},
              {}};
    for (const std::string_view key : kKeys) grid.heads.emplace_back(key);
    const std::vector<Json> rows = objects(item, "rows");
    const bool both = !rows.empty() && number(rows[0], "drawn_first");
    if (both) grid.heads.insert(grid.heads.end(), {"drawn first", "expected"});
    for (const Json& row : rows) {
        std::vector<Cell> cells{Cell(text(row, "setting")), figure(row, "published")};
        for (const std::string_view key : kKeys) cells.push_back(figure(row, key));
        if (both) {
            cells.push_back(figure(row, "drawn_first"));
            cells.push_back(figure(row, "drawn_first_expected"));
        }
        grid.rows.push_back(std::move(cells));
    }
    if (both) {
        grid.title +=
            ". The file is masked and records are drawn then; drawn first: they are drawn, and "
            "masked then (lax, and expected)";
    }
    return grid;
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

constexpr std::string_view kClaimsTitle =
    "What the source says, and at how many settings it holds here";

std::string held_at(const Json& claim) {
    return fmt::format("{} of {}", count_text(count(claim, "holds").value_or(0)),
                       count_text(count(claim, "of").value_or(0)));
}

// Statements are sentences: lines, where a table would cut them.
std::string claims_text(const Json& item) {
    const auto claims = objects(item, "claims");
    if (claims.empty()) return "";
    std::string out = fmt::format("{}\n\n", kClaimsTitle);
    for (const Json& claim : claims) {
        const std::string because = text(claim, "because");
        out += wrapped(text(claim, "statement") + (because.empty() ? "" : " (" + because + ")"),
                       fmt::format("  {:>9}  ", held_at(claim)), std::string(13, ' '));
    }
    return out + "\n";
}

Grid claims_grid(const Json& item) {
    Grid grid{std::string(kClaimsTitle), {"statement", "holds at", "why not everywhere"}, {}};
    for (const Json& claim : objects(item, "claims")) {
        grid.rows.push_back({Cell(text(claim, "statement")), Cell::figure(held_at(claim)),
                             Cell(text(claim, "because"))});
    }
    return grid;
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
    if (!objects(item, "rows").empty()) grids.push_back(linked_shares_grid(item));
    for (const Json& table : objects(item, "tables")) grids.push_back(tabular_grid(table));
    if (!objects(item, "claims").empty()) grids.push_back(claims_grid(item));
    return grids;
}

std::string reproduction_text(const Json& item) {
    std::string out = fmt::format("{}\n{}\n\n", text(item, "title"), text(item, "source"));
    for (Grid& grid : reproduction_grids(item)) {
        if (grid.title != kClaimsTitle) out += tabular_text(std::move(grid));
    }
    out += claims_text(item);
    for (const std::string& note : texts(item, "notes")) out += wrapped(note);
    if (!texts(item, "notes").empty()) out += "\n";
    return out + checks_text(item);
}

}  // namespace lethe::report
