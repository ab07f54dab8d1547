// Reading by a file that is open, in the transaction that it is in. Only for
// data/formats/databases.
#pragma once

#include "lethe/data/formats/databases/sqlite_file.h"
#include "lethe/data/formats/table_files.h"

namespace lethe::formats {

Table read_sqlite_by(const Context& context, SqliteFile& file, const DatabaseSource& source,
                     const ReadOptions& options);

}  // namespace lethe::formats
