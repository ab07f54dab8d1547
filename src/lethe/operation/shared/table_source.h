// Tables as people name them: a path, a SELECT, or "-" for standard input (CSV).
#pragma once

#include <string>
#include <vector>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"

namespace lethe::operation {

// Options of operations that read tables.
struct TableReading {
    std::string separator;
    bool header = false;
    bool no_header = false;
    std::string encoding;
    std::vector<std::string> missing;

    static Schema<TableReading> schema();
    // Over `base`, e.g. what a policy says.
    ReadOptions options(ReadOptions base = {}) const;
};

Table read_source(Door& door, const std::string& source, const ReadOptions& options);
std::string source_digest(const std::string& source);  // empty for a query or standard input

// {"file", "rows"}: the name of a source, without its folder.
Json file_entry(const std::string& source, std::int64_t rows);

// Tells whether two tables are the same: names, kinds and all values.
std::string table_fingerprint(const Table& table);

}  // namespace lethe::operation
