#include "lethe/report/html_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/utf8.h"

namespace lethe::report {

std::string prose(std::string_view text) {
    std::string result = escape(text);
    for (std::size_t at = result.find(" %"); at != std::string::npos; at = result.find(" %", at)) {
        result.replace(at, 1, "&#160;");
    }
    return result;
}

void paragraph(Markup& out, std::string_view text, std::string_view style) {
    if (text.empty()) return;
    out.open("p", style.empty() ? Attributes{} : Attributes{{"class", style}});
    out.raw(prose(text)).close();
}

void badge(Markup& out, Level level, std::string_view suffix) {
    out.open("span", {{"class", fmt::format("badge {}", name(level))}});
    for (int i = 0; i < 3; ++i) {
        out.leaf("i", i <= static_cast<int>(level) ? Attributes{{"class", "on"}} : Attributes{},
                 "");
    }
    out.text(fmt::format("{}{}", name(level), suffix)).close();
}

void key_figure(Markup& out, std::string_view term, std::string_view figure,
                std::string_view note) {
    out.open("div").leaf("dt", term).open("dd");
    out.open("span", {{"class", "figure"}}).raw(prose(figure)).close();
    out.open("span", {{"class", "note"}}).raw(prose(note)).close().close().close();
}

void warnings(Markup& out, const Json& item) {
    for (const std::string& warning : texts(item, "warnings")) {
        out.open("p", {{"class", "warning"}})
            .leaf("strong", "Warning: ")
            .raw(prose(warning))
            .close();
    }
}

namespace {

// What a reader may be asked to scroll through.
constexpr std::size_t kManyColumns = 8;  // from here on a table is set smaller in print
constexpr std::size_t kMostHtmlRows = 200;

std::string shown(const Cell& cell) {
    return cell.type == Cell::Type::none ? "\xE2\x80\x93" : cell.text;
}

void table_head(Markup& out, const Grid& grid, const std::vector<bool>& numeric) {
    out.open("thead").open("tr");
    for (std::size_t i = 0; i < grid.heads.size(); ++i) {
        Attributes attributes = {{"scope", "col"}};
        if (numeric[i]) attributes.emplace_back("class", "num");
        out.leaf("th", attributes, grid.heads[i]);
    }
    out.close().close();
}

void table_row(Markup& out, const Grid& grid, const std::vector<bool>& numeric,
               std::size_t number) {
    const std::vector<Cell>& row = grid.rows[number];
    out.open("tr", grid.chosen == number ? Attributes{{"class", "chosen"}} : Attributes{});
    for (std::size_t i = 0; i < row.size(); ++i) {
        Attributes attributes;
        if (numeric[i]) {
            attributes.emplace_back("class", "num");
        } else if (display_width(row[i].text) > 30) {
            attributes.emplace_back("class", "long");
        } else if (i == 0 && display_width(row[i].text) <= 24) {
            attributes.emplace_back("class", "short");
        }
        if (i == 0) attributes.emplace_back("scope", "row");
        out.open(i == 0 ? "th" : "td", attributes).raw(prose(shown(row[i]))).close();
    }
    out.close();
}

// Names and values in a line.
void facts(Markup& out, const Grid& grid) {
    out.open("dl", {{"class", "facts"}});
    for (const auto& row : grid.rows) {
        out.open("div").leaf("dt", row.front().text);
        out.open("dd").raw(prose(shown(row.back()))).close().close();
    }
    out.close();
}

}  // namespace

void table(Markup& out, const Grid& grid, std::string_view name, std::string_view style) {
    if (grid.empty()) return;
    out.open("div",
             {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", name}});
    std::string classes(style);
    if (grid.columns() > kManyColumns) classes += classes.empty() ? "many" : " many";
    out.open("table", classes.empty() ? Attributes{} : Attributes{{"class", classes}});
    if (!grid.title.empty()) out.leaf("caption", grid.title);
    const std::vector<bool> numeric = grid.numeric_columns();
    if (!grid.heads.empty()) table_head(out, grid, numeric);
    out.open("tbody");
    const std::size_t rows = std::min(grid.rows.size(), kMostHtmlRows);
    for (std::size_t i = 0; i < rows; ++i) table_row(out, grid, numeric, i);
    out.close().close().close();
    if (rows < grid.rows.size()) {
        const auto left = static_cast<std::int64_t>(grid.rows.size() - rows);
        paragraph(out, fmt::format("{} more rows are in the result file.", count_text(left)),
                  "quiet small");
    }
}

void tables(Markup& out, const std::vector<Grid>& grids) {
    const bool plain_first = !grids.empty() && grids.front().heads.empty();
    if (plain_first) facts(out, grids.front());
    if (grids.size() == (plain_first ? 1 : 0)) return;
    out.open("div", {{"class", "details"}});
    for (std::size_t i = plain_first ? 1 : 0; i < grids.size(); ++i) {
        table(out, grids[i], grids[i].title.empty() ? "Details" : grids[i].title);
    }
    out.close();
}

void curves(Markup& out, const std::vector<LineChart>& charts, Ids& ids) {
    if (charts.empty()) return;
    out.open("div", {{"class", "pair"}});
    for (const LineChart& chart : charts) {
        const std::string drawing = line_chart_svg(chart, ids.next());
        if (drawing.empty()) continue;
        out.open("figure").leaf("figcaption", chart.title).raw(drawing).close();
    }
    out.close();
}

void explained_tables(Markup& out, const std::vector<ExplainedTable>& tables,
                      const std::vector<std::string>& notes) {
    for (const ExplainedTable& part : tables) {
        Grid grid = part.grid;
        out.leaf("h3", grid.title);
        grid.title.clear();
        paragraph(out, part.reading, "quiet");
        table(out, grid, part.grid.title);
    }
    for (const std::string& note : notes) paragraph(out, note, "quiet");
}

void subject(Markup& out, std::string_view file, std::size_t of) {
    if (of > 1) out.leaf("h3", {{"class", "subject"}}, file.empty() ? "A file" : file_name(file));
}

}  // namespace lethe::report
