#include "lethe/report/sections/tables/text_inspection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "lethe/report/base/grid.h"
#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"
#include "lethe/report/base/utf8.h"
#include "lethe/report/sections/assessment/explain.h"
#include "lethe/report/sections/tables/inspected.h"

namespace lethe::report {
namespace {

constexpr std::size_t kInspectionWidth = 80;

// A table whose last column is broken into lines.
std::string broken_table(const Grid& grid) {
    Grid front = grid;
    std::vector<std::string> texts;
    for (auto& row : front.rows) {
        texts.push_back(row.back().text);
        row.pop_back();
    }
    const std::string last_head = front.heads.back();
    front.heads.pop_back();
    const std::string table = text_table(front, {.indent = 2, .widest_cell = 22});
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < table.size();) {
        const std::size_t end = table.find('\n', at);
        lines.push_back(table.substr(at, end - at));
        at = end + 1;
    }
    std::size_t width = 0;
    for (const std::string& line : lines) width = std::max(width, display_width(line));
    const std::string blank(width + 2, ' ');
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string start = lines[i] + blank.substr(display_width(lines[i]));
        const std::string last = i == 0   ? last_head
                                 : i == 1 ? std::string(last_head.size(), '-')
                                          : texts[i - 2];
        const std::string shown = wrapped(last, start, blank, kInspectionWidth);
        out += shown.empty() ? lines[i] + "\n" : shown;
    }
    return out;
}

std::string columns_text(const Json& inspection) {
    std::string out;
    for (const InspectedRole& role : inspected_roles(inspection)) {
        out += fmt::format("\n{}\n\n", role.heading);
        Grid grid{"", {"column", "kind", "distinct", "missing", "why"}, {}};
        for (const Json& column : role.columns) {
            grid.rows.push_back({Cell(text(column, "name")), Cell(shown_kind(column)),
                                 cell(field(column, "distinct")), missing_cell(column),
                                 Cell(why(column))});
        }
        out += broken_table(grid);
    }
    return out;
}

std::string indented(const std::vector<std::string>& lines, std::string_view first,
                     std::string_view rest) {
    std::string out;
    for (const std::string& line : lines) out += wrapped(line, first, rest, kInspectionWidth);
    return out;
}

std::string exposure_text(const Json& inspection) {
    std::string out;
    if (const Grid alone = alone_grid(inspection); !alone.empty()) {
        out += "\n" + wrapped(alone_sentence(inspection), "", "", kInspectionWidth) + "\n" +
               text_table(alone, {.indent = 2, .widest_cell = 56});
    }
    if (const std::string file = text(field(inspection, "exposure"), "private_file");
        !file.empty()) {
        out += "\n" +
               wrapped(fmt::format("How exposed each row is stands in {}: it is private.", file),
                       "", "", kInspectionWidth);
    }
    return out;
}

}  // namespace

std::string class_bars(const ClassSizes& sizes) {
    std::int64_t most = 1;
    for (const auto& bar : sizes.bars) most = std::max(most, bar.people);
    Grid grid{"", {"class size", "people", ""}, {}};
    for (const auto& bar : sizes.bars) {
        const auto length = static_cast<std::size_t>((bar.people * 40 + most - 1) / most);
        grid.rows.push_back(
            {Cell(bar.label), Cell::count(bar.people), Cell(std::string(length, '#'))});
    }
    return text_table(grid);
}

std::string inspection_text(const Json& inspection) {
    std::string out = wrapped(headline(inspection), "", "", kInspectionWidth);
    out += columns_text(inspection);
    const Grid ranked = ranking_grid(inspection);
    if (!ranked.empty()) {
        out += "\n" + wrapped(ranking_sentence(inspection), "", "", kInspectionWidth) + "\n" +
               text_table(ranked, {.indent = 2, .widest_cell = 30});
    }
    const Grid combined = combinations_grid(inspection);
    if (!combined.empty()) {
        out += "\nWho is unique in two or three of them\n\n" +
               text_table(combined, {.indent = 2, .widest_cell = 62});
    }
    const std::string bars = class_bars(class_sizes(class_histogram(field(inspection, "classes"))));
    if (!bars.empty()) out += "\nPeople alike in all quasi-identifiers\n\n" + bars;
    const Grid lost = lost_grid(inspection);
    if (!lost.empty()) {
        out += "\nRows lost if every class must hold k people and the others are dropped\n\n" +
               text_table(lost);
    }
    out += exposure_text(inspection);
    const std::vector<std::string> warnings = texts(inspection, "warnings");
    if (!warnings.empty()) out += "\nTo look at\n\n" + indented(warnings, "  ", "    ");
    if (const std::string file = text(inspection, "policy_file"); !file.empty()) {
        out += "\n" +
               wrapped(fmt::format("The proposed policy is in {}: read it and correct it.", file),
                       "", "", kInspectionWidth);
    }
    const std::vector<std::string> next = texts(inspection, "next");
    if (!next.empty()) out += "\n";
    for (std::size_t i = 0; i < next.size(); ++i) {
        out += fmt::format("{} {}\n", i == 0 ? "next:" : "then:", next[i]);
    }
    return out;
}

}  // namespace lethe::report
