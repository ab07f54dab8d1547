#include "lethe/report/first_look.h"

#include "lethe/report/html_parts.h"

namespace lethe::report {

std::string first_looks_html(const Results& results, std::string_view kind,
                             FirstLook (*look)(const Json& result)) {
    Markup out;
    const std::vector<Json>& looked_at = results.of(kind);
    for (const Json& result : looked_at) {
        const FirstLook found = look(result);
        subject(out, text(field(result, "data"), "file"), looked_at.size());
        paragraph(out, found.headline);
        for (const Grid& grid : found.tables) table(out, grid, grid.title);
        for (const std::string& note : found.notes) paragraph(out, note);
        warnings(out, result);
    }
    return std::move(out).finish();
}

}  // namespace lethe::report
