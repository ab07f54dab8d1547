// Reading and writing tables: CSV, TSV, Parquet, JSON by extension (also .gz), or a SELECT. Text
// files are read here; Parquet, JSON and queries by DuckDB, which only this folder includes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/table.h"
#include "lethe/data/written/recognise_notation.h"

namespace lethe {

// A file format by its name (table_format.h); those that the program itself asks for are named
// here.
struct Format {
    std::string_view name;

    friend bool operator==(Format, Format) = default;
    static const Format csv, tsv, parquet;
    static const Format json;   // an array of records; when read also one record a line
    static const Format jsonl;  // one record a line
};

inline constexpr Format Format::csv{"csv"};
inline constexpr Format Format::tsv{"tsv"};
inline constexpr Format Format::parquet{"parquet"};
inline constexpr Format Format::json{"json"};
inline constexpr Format Format::jsonl{"jsonl"};

struct ReadOptions {
    std::vector<std::string> columns;  // only these; empty: all
    std::optional<Format> format;      // that of the extension when not given
    std::optional<char> separator;     // text files: detected when not given
    std::optional<bool> header;        // text files: detected when not given
    std::string encoding = "utf-8";    // text files: or "latin-1", "utf-16"
    std::vector<std::string> missing;  // texts that mean missing, besides those named below
    // Text files: how numbers and dates are written, as far as it is known.
    NotationWishes notations = {};
    std::vector<std::string> names = {};    // text files: of the columns, instead of the header's
    std::vector<std::int64_t> widths = {};  // text files of fixed width: characters of each field
    std::int64_t skip = 0;                  // text files: lines above the table
    std::int64_t last = 0;    // text files: the last line of the table; 0: of the file
    std::int64_t limit = -1;  // only the first rows; -1: all
};

// `source` is a path or a query that begins with SELECT, WITH or FROM; of a query only what DuckDB
// does without extensions and network. Columns come in the source's order. Errors: io when the file
// cannot be read, input when it is not a table (with file and line; all problems at once where that
// is possible), usage for unknown columns. No message holds a value.
//
// Text files (RFC 4180 with any separator and line end): a column is numeric when each of its
// values is a number that a double holds and none has leading zeros (zip codes stay text); a column
// without any value is numeric. Integers beyond 2^53 are text. Values that are kept are written
// back byte for byte. Missing is the empty field, in numeric columns also NA, N/A, null and NULL,
// in others also NA; a quoted empty field is missing in a numeric column and an empty text in
// others. Infinities and NaN in a numeric column are Error(input) unless they are listed as
// missing.
//
// A column of numbers with a decimal comma, groups of thousands or a sign of currency or percent,
// and one of dates, times, moments or durations, is numeric with a notation where the first
// megabyte tells how it is written (data/written/recognise_notation.h); with the first text that is
// written otherwise it is a column of texts. A line "sep=;" says the separator. A column without a
// name is called like the one to the left of it, with a number: "name 2"; the last one is left out
// where it has neither name nor values.
//
// Typed sources: numbers are numeric, except integers beyond 2^53, which with all other types
// become nominal text. Missing is NULL.
Table read_table(const Context& context, const std::string& source,
                 const ReadOptions& options = {});

bool is_query(std::string_view source);  // a file that is named like a query is still a file

// Writes to a temporary file beside `path` and renames it, so that `path` is either whole and new
// or as it was. The format is that of the extension unless given; .gz compresses text. Errors: io,
// with the path; usage where the format cannot hold the table.
//
// Text: UTF-8, LF, the separator of the format; quoted where necessary; an empty text that is not
// missing is "". Parquet: numeric columns of integers are BIGINT, other numeric ones DOUBLE, all
// else VARCHAR. The bytes do not depend on the number of threads.
void write_table(const Context& context, const Table& table, const std::string& path,
                 std::optional<Format> format = std::nullopt);
// The bytes that write_table would write, for standard output (not Parquet).
std::string table_text(const Table& table, Format format);

std::optional<Format> known_format(std::string_view path);  // by its ending
Format format_of(std::string_view path);                    // Error(usage) for an unknown extension
std::optional<char> separator_of(Format format);            // of its fields, where it has one

}  // namespace lethe
