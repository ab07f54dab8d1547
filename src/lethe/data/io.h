// Reading and writing tables: CSV, TSV, Parquet, JSON by extension (also .gz), or a SELECT, all by
// DuckDB. The only files that include DuckDB are io*.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"

namespace lethe {

enum class Format { csv, tsv, parquet, json };

struct ReadOptions {
    std::vector<std::string> columns;     // only these; empty: all
    std::optional<char> separator;        // detected when not given
    std::optional<bool> header;           // detected when not given
    std::string encoding = "utf-8";       // or "latin-1", "utf-16"
    std::vector<std::string> missing;     // texts that mean missing, besides the empty field
    std::int64_t limit = -1;              // only the first rows; -1: all
};

// `source` is a path or a query that begins with SELECT, WITH or FROM. Errors: io when the file
// cannot be read, input when it is not a table (with line and column), usage for unknown columns.
//
// Text files: a column is numeric when each of its values is a number that a double holds and none
// has leading zeros (zip codes stay text). Infinities and NaN are Error(input). Values that are kept
// are written back byte for byte.
Table read_table(const Context& context, const std::string& source, const ReadOptions& options = {});

bool is_query(std::string_view source);

// Writes to a temporary file beside `path` and renames it, so that `path` is either whole and new or
// as it was. The format is that of the extension unless given. Errors: io, with the path.
void write_table(const Context& context, const Table& table, const std::string& path,
                 std::optional<Format> format = std::nullopt);
// The bytes that write_table would write, for standard output (csv, tsv, json).
std::string table_text(const Table& table, Format format);

Format format_of(std::string_view path);  // Error(usage) for an unknown extension

}  // namespace lethe
