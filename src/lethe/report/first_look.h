// The page's part on a first look at data other than tables: sentences and tables, which the
// terminal shows as well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/report/base/grid.h"
#include "lethe/report/section.h"

namespace lethe::report {

struct FirstLook {
    std::string headline;            // what was looked at
    std::vector<Grid> tables;        // titles are theirs on a page
    std::vector<std::string> notes;  // sentences
};

// Of all results of a kind, each below its file where there are several.
std::string first_looks_html(const Results& results, std::string_view kind,
                             FirstLook (*look)(const Json& result));

}  // namespace lethe::report
