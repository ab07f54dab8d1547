// Writing Parquet by DuckDB. Only for data/formats.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe::formats {

// Writes to `path`; errors name `shown`, the file that the user knows.
void write_parquet(const Context& context, const Table& table, const std::string& path,
                   const std::string& shown);

}  // namespace lethe::formats
