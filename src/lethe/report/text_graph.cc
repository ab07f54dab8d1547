#include "lethe/report/text_graph.h"

#include <fmt/format.h>

#include "lethe/report/graph_assessment.h"
#include "lethe/report/result.h"
#include "lethe/report/text_table.h"

namespace lethe::report {

std::string graph_assessment_text(const Json& assessment) {
    std::string out = wrapped(graph_headline(assessment));
    for (const GraphTable& table : graph_tables(assessment)) {
        Grid grid = table.grid;
        grid.title.clear();
        out += fmt::format("\n{}\n\n{}\n{}", table.grid.title, text_table(grid),
                           wrapped(table.reading, "  ", "  "));
    }
    const std::vector<std::string> notes = texts(assessment, "notes");
    if (!notes.empty()) out += "\n";
    for (const std::string& note : notes) out += wrapped(note);
    return out;
}

}  // namespace lethe::report
