// One table from several files. Only for data/formats.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/stacked_column.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

Table read_one_file(const Context& context, const std::string& path, const ReadOptions& options);
// At least one.
Table read_files(const Context& context, const std::vector<std::string>& files,
                 const ReadOptions& options);

}  // namespace lethe::formats
