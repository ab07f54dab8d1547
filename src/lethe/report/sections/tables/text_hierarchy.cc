// What is shown on a terminal of a hierarchy that was made from the values of a column.
#include <fmt/format.h>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/section.h"

namespace lethe::report {
namespace {

std::string preview_text(const Json& result) {
    const Json& lines = field(result, "private_preview");
    if (!lines.is_array() || lines.empty()) return {};
    Grid grid{"", {}, {}};
    for (const Json& line : lines) {
        std::vector<Cell> cells;
        for (const Json& label : line) cells.emplace_back(label.get<std::string>());
        grid.rows.push_back(std::move(cells));
    }
    return fmt::format("\nThe first {} of its lines:\n\n{}", count_text(std::ssize(grid.rows)),
                       text_table(grid));
}

std::string hierarchy_text(const Json& result) {
    const auto levels = objects(result, "levels");
    std::string out = fmt::format(
        "{} written: {} values of {} by {}, {} levels up to *; {} people, {} without a value.\n\n",
        text(result, "output"), count_text(count(result, "values").value_or(0)),
        text(result, "column"), text(result, "by"), levels.empty() ? 0 : levels.size() - 1,
        count_text(count(result, "people").value_or(0)),
        count_text(count(result, "missing").value_or(0)));
    Grid grid{"", {"level", "groups", "people of the smallest", "groups of one person"}, {}};
    for (const Json& level : levels) {
        grid.rows.push_back(
            {Cell::count(count(level, "level")), Cell::count(count(level, "groups")),
             Cell::count(count(level, "smallest")), Cell::count(count(level, "unique"))});
    }
    out += text_table(grid) + preview_text(result) + "\n";
    return out + wrapped(fmt::format("{0} holds values of the original data, and only you can read "
                                     "it: keep it as private as the data. It is used as the "
                                     "taxonomy of the column: knowledge = \"{0}\" in a policy, or "
                                     "--knowledge {1}={0}.",
                                     text(result, "output"), text(result, "column")));
}

}  // namespace

Section hierarchy_section() { return {.kinds = {"hierarchy"}, .terminal = hierarchy_text}; }

}  // namespace lethe::report
