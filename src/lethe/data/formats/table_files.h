// Reading and writing tables: CSV, TSV, JSON (also .gz and .zst), Parquet, Excel and files of
// statistics programs by extension, a SELECT, or a table of a database
// (databases/database_source.h). Text files and Excel are read here; Parquet, JSON and queries by
// DuckDB, which only this folder includes.
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
    static const Format csv, tsv, parquet, xlsx;
    static const Format json;   // an array of records; when read also one record a line
    static const Format jsonl;  // one record a line
};

inline constexpr Format Format::csv{"csv"};
inline constexpr Format Format::tsv{"tsv"};
inline constexpr Format Format::parquet{"parquet"};
inline constexpr Format Format::xlsx{"xlsx"};
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
    std::int64_t last = 0;             // text files: the last line of the table; 0: of the file
    std::int64_t limit = -1;           // only the first rows; -1: all
    std::optional<std::string> sheet;  // of a workbook; the first with values when not given
    // Where given, gets what was guessed or left out, a sentence each.
    std::vector<std::string>* notes = nullptr;
};

// `source` is a path, a table of a database, or a query that begins with SELECT, WITH or FROM; of a
// query only what DuckDB does without extensions and network. Columns come in the source's order.
// Errors: io when the file cannot be read, input when it is not a table (with file and line; all
// problems at once where that is possible), usage for unknown columns. No message holds a value.
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
// become nominal text. Missing is NULL. Of databases, dates and times are such (data/written), and
// enumerations are ordinal.
//
// Excel: data/formats/xlsx says what a sheet's header, columns and dates are. Missing are the empty
// cell and #N/A; in a column of numbers also the texts NA, N/A, null and NULL.
Table read_table(const Context& context, const std::string& source,
                 const ReadOptions& options = {});

bool is_query(std::string_view source);  // a file that is named like a query is still a file
// A query or a table of a database: there is no file to look at, to hash or to overwrite.
bool is_no_file(std::string_view source);
// What may be said of a source in public, without folders, hosts and users: "people.csv", "a
// query", "people (PostgreSQL)".
std::string source_name(std::string_view source);

// The files that a source names, in natural order ("part-2" before "part-10"): itself; those that
// match a pattern of *, ? and [abc], where no file is called so; of a folder, those called
// part-*.parquet, as Spark writes them. Several files are read as one table: rows in the order of
// the files, columns by name, in the order of the first. Error(io) where nothing matches, and when
// they are read Error(input) where one has other columns.
std::vector<std::string> table_files(const std::string& source);
bool is_pattern(const std::string& source);  // of names of files, and not itself one

// What a file without a telling name holds, by its first bytes: Parquet, Excel, JSON, otherwise
// CSV.
Format guessed_format(const std::string& path);

// Writes to a temporary file beside `path` and renames it, so that `path` is either whole and new
// or as it was. The format is that of the extension unless given; .gz and .zst compress text.
// Errors: io, with the path; usage where the format cannot hold the table.
//
// Text: UTF-8, LF, the separator of the format; quoted where necessary; an empty text that is not
// missing is "". Parquet: numeric columns of integers are BIGINT, other numeric ones DOUBLE, all
// else VARCHAR. Excel: data/formats/xlsx/write_xlsx.h. The bytes do not depend on the number of
// threads.
void write_table(const Context& context, const Table& table, const std::string& path,
                 std::optional<Format> format = std::nullopt);
// The bytes that write_table would write, for standard output (not Parquet).
std::string table_text(const Table& table, Format format);

std::vector<std::string_view> format_names();
std::optional<Format> format_named(std::string_view name);  // "csv"
std::optional<Format> known_format(std::string_view path);  // by its ending
Format format_of(std::string_view path);                    // Error(usage) for an unknown extension
std::optional<char> separator_of(Format format);            // of its fields, where it has one

}  // namespace lethe
