// What the parts of the page are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/explained_table.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/base/markup.h"
#include "lethe/report/base/result.h"
#include "lethe/report/draw/line_chart.h"
#include "lethe/report/html.h"
#include "lethe/report/section.h"
#include "lethe/report/sections/assessment/explain.h"

namespace lethe::report {

// Escaped, and no line breaks between a figure and its per cent sign.
std::string prose(std::string_view text);
void paragraph(Markup& out, std::string_view text, std::string_view style = {});
void badge(Markup& out, Level level, std::string_view suffix = {});
void warnings(Markup& out, const Json& item);
// One of the figures that sum up a result, within <dl class="keys">.
void key_figure(Markup& out, std::string_view term, std::string_view figure, std::string_view note);
// In a box of its own that scrolls; the first cell of a row is its header.
void table(Markup& out, const Grid& grid, std::string_view name, std::string_view style = {});
// What grids() made of some details: plain values in a line, the tables side by side.
void tables(Markup& out, const std::vector<Grid>& grids);

// Curves side by side, each under its title; nothing where there are none.
void curves(Markup& out, const std::vector<LineChart>& charts, Ids& ids);
// Each under its title with how it is read, then what else is to be said.
void explained_tables(Markup& out, const std::vector<ExplainedTable>& tables,
                      const std::vector<std::string>& notes);

// Above what belongs to one of several files; nothing when there is only one.
void subject(Markup& out, std::string_view file, std::size_t of);

// Parts of the page that no kind of result brings along.
std::string parameters_html(const Results& results);
std::string others_html(const Results& results);
std::string reading_html();
std::string sign_off_html(const Results& results);

}  // namespace lethe::report
