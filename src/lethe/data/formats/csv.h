// CSV and TSV files. Only for data/formats.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

// `options.separator` is set for a format that has one.
Table read_csv(const Context& context, const std::string& path, const ReadOptions& options);

// The positions of the wanted columns among `names`, in the order of `names`; all where none is
// asked for. Error(usage), naming every unknown one.
std::vector<std::size_t> wanted_columns(const std::vector<std::string>& names,
                                        const std::vector<std::string>& wanted);

}  // namespace lethe::formats
