#include "lethe/report/text.h"

#include "lethe/report/base/grid.h"
#include "lethe/report/base/text_blocks.h"
#include "lethe/report/section.h"

namespace lethe::report {

std::string text_report(const Json& result) {
    const Section* section = section_of(result);
    if (section != nullptr && section->terminal != nullptr) return section->terminal(result);
    return result.is_object() ? blocks(grids(result)) : cell(result).text + "\n";
}

}  // namespace lethe::report
