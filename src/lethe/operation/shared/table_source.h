// Tables and texts as people name them: a path, a pattern of paths, a table of a database, a
// SELECT,
// "-" for standard input, or a name of something in memory where the door has it
// (operation/door.h).
#pragma once

#include <string>
#include <vector>

#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/door.h"
#include "lethe/release/policy.h"

namespace lethe::operation {

// Options of operations that read tables.
struct TableReading {
    std::string separator;
    bool header = false;
    bool no_header = false;
    std::string encoding;
    std::vector<std::string> missing;
    std::string sheet;
    std::string data_format;
    std::string decimal;
    std::string group;
    std::string dates;
    std::int64_t skip = 0;
    std::int64_t last = 0;

    static Schema<TableReading> schema();
    // Over `base`, e.g. what a policy says.
    ReadOptions options(ReadOptions base = {}) const;
};

// What was guessed or left out is told by the door.
Table read_source(Door& door, const std::string& source, const ReadOptions& options);
// Empty for a database, a query, standard input and memory; of several files the digest of their
// digests.
std::string source_digest(const Door& door, const std::string& source);

// Texts (policies, records, logs, results): a file's or one in memory.
bool in_memory(const Door& door, const std::string& path);
std::string read_text(const Door& door, const std::string& path);
void write_text(Door& door, const std::string& path, const std::string& text, bool is_private);
Json read_json_text(const Door& door, const std::string& path);  // Error(input) unless it is JSON
// A policy; of one in memory, files are relative to the working folder.
release::Policy read_policy_text(const Door& door, const std::string& path, Problems& problems);

// What people are told of a source: one in memory is what it is called, an address has no password.
std::string shown_source(const std::string& source);
// {"file", "rows"}: the name of a source, without its folder.
Json file_entry(const std::string& source, std::int64_t rows);

// Tells whether two tables are the same: names, kinds, all values and what they mean.
std::string table_fingerprint(const Table& table);

}  // namespace lethe::operation
