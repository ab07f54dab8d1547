// Parquet and JSON files and queries, read by DuckDB. Only for data/formats.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

Table read_parquet(const Context& context, const std::string& path, const ReadOptions& options);
Table read_json(const Context& context, const std::string& path, const ReadOptions& options);
Table read_query(const Context& context, const std::string& query, const ReadOptions& options);
// A query of a database that is open already, whose columns have these names whatever it calls
// them; `called` is the source in problems. Throws DatabaseFailure too.
Table read_opened(const Context& context, Database& database, const std::string& query,
                  const std::vector<std::string>& names, const std::string& called,
                  const ReadOptions& options);

}  // namespace lethe::formats
