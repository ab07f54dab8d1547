// Tables of databases, one reader a system. Only for data/formats.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

// Each reads in one transaction that writes nothing. Columns come in the table's order, rows as the
// database gives them. Errors: io for connections, usage for what is selected, input for what is no
// table of ours; all with the source as it may be shown.
Table read_postgres(const Context& context, const DatabaseSource& source,
                    const ReadOptions& options);
Table read_mysql(const Context& context, const DatabaseSource& source, const ReadOptions& options);
Table read_sqlite(const Context& context, const DatabaseSource& source, const ReadOptions& options);
Table read_duckdb_file(const Context& context, const DatabaseSource& source,
                       const ReadOptions& options);

// A table of a database, as its own lists have it.
struct TableName {
    std::string schema;  // empty where a system has none
    std::string table;

    std::string text() const;  // "hr.people", quoted where it has to be
};

// Which one is meant where none is named: the only one. Error(usage) otherwise, with their names.
TableName only_table(const std::vector<TableName>& tables, const DatabaseSource& source);
// Error(usage): there is no such table, but perhaps one that is called nearly so.
[[noreturn]] void throw_unknown_table(const std::vector<TableName>& tables,
                                      const DatabaseSource& source);

}  // namespace lethe::formats
