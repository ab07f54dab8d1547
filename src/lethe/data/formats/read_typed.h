// Parquet and JSON files and queries, read by DuckDB. Only for data/formats.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::io {

Table read_parquet(const Context& context, const std::string& path, const ReadOptions& options);
Table read_json(const Context& context, const std::string& path, const ReadOptions& options);
Table read_query(const Context& context, const std::string& query, const ReadOptions& options);

}  // namespace lethe::io
