#include "lethe/report/base/text_table.h"

#include <algorithm>
#include <vector>

#include "lethe/report/base/utf8.h"

namespace lethe::report {
namespace {

std::string padded(std::string text, std::size_t width, bool right) {
    const std::size_t own = display_width(text);
    const std::string space(width - std::min(width, own), ' ');
    return right ? space + text : text + space;
}

void add_line(std::string& out, std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
}

}  // namespace

std::string text_table(const Grid& grid, const TextTableOptions& options) {
    if (grid.empty()) return {};
    const std::size_t columns = grid.columns();
    const std::vector<bool> numeric = grid.numeric_columns();
    const auto shown = [&](const std::vector<Cell>& row, std::size_t column) {
        if (column >= row.size()) return std::string();
        if (row[column].type == Cell::Type::none) return std::string("-");
        return fit(row[column].text, options.widest_cell, "...");
    };
    std::vector<std::size_t> widths(columns, 0);
    for (std::size_t i = 0; i < columns; ++i) {
        if (i < grid.heads.size()) widths[i] = display_width(grid.heads[i]);
        for (const auto& row : grid.rows) {
            widths[i] = std::max(widths[i], display_width(shown(row, i)));
        }
    }
    std::string out;
    const std::string indent(options.indent, ' ');
    if (!grid.title.empty()) add_line(out, indent + grid.title);
    const auto write = [&](auto&& text_of) {
        std::string line = indent;
        for (std::size_t i = 0; i < columns; ++i) {
            line += (i > 0 ? "  " : "") + padded(text_of(i), widths[i], numeric[i]);
        }
        add_line(out, std::move(line));
    };
    if (!grid.heads.empty()) {
        write([&](std::size_t i) { return i < grid.heads.size() ? grid.heads[i] : std::string(); });
        write([&](std::size_t i) { return std::string(widths[i], '-'); });
    }
    for (const auto& row : grid.rows) write([&](std::size_t i) { return shown(row, i); });
    return out;
}

std::string wrapped(std::string_view text, std::string_view first, std::string_view rest,
                    std::size_t width) {
    std::string out, line(first);
    bool fresh = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        if (!fresh && display_width(line) + 1 + display_width(word) > width) {
            add_line(out, std::move(line));
            line = rest;
            fresh = true;
        }
        if (!fresh) line += ' ';
        line += word;
        fresh = false;
    }
    if (!fresh) add_line(out, std::move(line));
    return out;
}

}  // namespace lethe::report
