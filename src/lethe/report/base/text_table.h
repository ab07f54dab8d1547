// Tables and paragraphs for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lethe/report/base/grid.h"

namespace lethe::report {

struct TextTableOptions {
    std::size_t indent = 2;
    std::size_t widest_cell = 48;  // longer texts are cut
};

// Columns two spaces apart, numbers to the right, wide characters counted as wide. Ends with a line
// end; empty for a grid without rows.
std::string text_table(const Grid& grid, const TextTableOptions& options = {});

// Lines of at most `width` columns, broken between words; a word that is longer keeps its line. The
// first line begins with `first`, the others with `rest`.
std::string wrapped(std::string_view text, std::string_view first = "", std::string_view rest = "",
                    std::size_t width = 96);

}  // namespace lethe::report
