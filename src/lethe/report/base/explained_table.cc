#include "lethe/report/base/explained_table.h"

#include <fmt/format.h>

#include "lethe/report/base/text_table.h"

namespace lethe::report {

std::string explained_tables_text(const std::string& headline,
                                  std::span<const ExplainedTable> tables,
                                  std::span<const std::string> notes) {
    std::string out = wrapped(headline);
    for (const ExplainedTable& table : tables) {
        Grid grid = table.grid;
        grid.title.clear();
        out += fmt::format("\n{}\n\n{}\n{}", table.grid.title, text_table(grid),
                           wrapped(table.reading, "  ", "  "));
    }
    if (!notes.empty()) out += "\n";
    for (const std::string& note : notes) out += wrapped(note);
    return out;
}

}  // namespace lethe::report
