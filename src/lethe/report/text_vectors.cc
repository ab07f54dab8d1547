#include "lethe/report/text_vectors.h"

#include <fmt/format.h>

#include "lethe/report/result.h"
#include "lethe/report/text_table.h"
#include "lethe/report/vector_assessment.h"

namespace lethe::report {

std::string vectors_text(const Json& assessment) {
    std::string out = wrapped(vectors_headline(assessment));
    for (const VectorTable& table : vector_tables(assessment)) {
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
