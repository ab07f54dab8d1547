#include "lethe/report/base/text_blocks.h"

#include <fmt/format.h>

#include "lethe/report/base/number_format.h"
#include "lethe/report/base/result.h"
#include "lethe/report/base/text_table.h"

namespace lethe::report {

std::string blocks(const std::vector<Grid>& grids) {
    std::string out;
    for (const Grid& grid : grids) {
        if (!out.empty()) out += '\n';
        out += text_table(grid);
    }
    return out;
}

std::string file_line(const Json& about, std::string_view what) {
    const std::string file = text(about, "file");
    const auto rows = count(about, "rows");
    if (file.empty() && !rows) return {};
    return fmt::format("{}: {}{}\n", what, file.empty() ? "-" : file,
                       rows ? fmt::format(" ({} records)", count_text(*rows)) : "");
}

}  // namespace lethe::report
