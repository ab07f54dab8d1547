#include "lethe/data/formats/read_typed.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/formats/csv.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/table_format.h"
#include "lethe/data/formats/typed_column.h"
#include "lethe/data/formats/write_text.h"
#include "lethe/data/written/iso_dates.h"
#include "lethe/io/bytes.h"

namespace lethe::formats {
namespace {

struct TypedSource {
    std::string query;
    std::vector<ResultColumn> columns;
    std::string path;  // empty for a query
    std::string task;
};

// The query's columns by position (c0, c1, ...), whatever their names, the wanted ones only; what
// has no cells of its own is cast to text.
std::string projection(const TypedSource& source, const std::vector<std::size_t>& wanted,
                       std::int64_t limit) {
    std::vector<std::string> given;
    for (std::size_t i = 0; i < source.columns.size(); ++i) given.push_back(fmt::format("c{}", i));
    std::vector<std::string> chosen;
    for (const std::size_t i : wanted) {
        const bool as_it_is = source.columns[i].cells != CellType::other;
        chosen.push_back(as_it_is ? given[i] : fmt::format("CAST({} AS VARCHAR)", given[i]));
    }
    return fmt::format("SELECT {} FROM ({}\n) AS source({}){}", fmt::join(chosen, ", "),
                       source.query, fmt::join(given, ", "),
                       limit < 0 ? "" : fmt::format(" LIMIT {}", limit));
}

std::vector<std::string> checked_names(const TypedSource& source) {
    std::vector<std::string> names;
    std::set<std::string_view> seen;
    Problems problems;
    for (const ResultColumn& column : source.columns) {
        names.push_back(column.name);
        if (seen.insert(column.name).second) continue;
        problems.push_back(
            {fmt::format("two columns are named \"{}\"; names must differ", column.name),
             {source.path, 0, 0, {}}});
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    return names;
}

Table read_source(const Context& context, Database& database, const TypedSource& source,
                  const ReadOptions& options) {
    const std::vector<std::size_t> wanted = wanted_columns(checked_names(source), options.columns);
    std::vector<TypedColumnBuilder> builders;
    for (const std::size_t i : wanted) {
        const ResultColumn& column = source.columns[i];
        const CellType cells = column.cells == CellType::other ? CellType::text : column.cells;
        builders.emplace_back(column, cells, options.missing);
    }
    const auto columns = static_cast<std::int64_t>(builders.size());
    std::int64_t rows = 0;
    database.read(context, source.task, projection(source, wanted, options.limit),
                  [&](std::span<const Chunk> chunks) {
                      for (const Chunk& chunk : chunks) rows += chunk.rows();
                      parallel_tasks(context, columns, [&](std::int64_t task) {
                          const auto j = static_cast<std::size_t>(task);
                          for (const Chunk& chunk : chunks) {
                              builders[j].append(chunk.cells(j, builders[j].cells()));
                          }
                      });
                  });
    const Place place{source.path, 0, 0, {}};
    if (rows == 0 && options.limit != 0) {
        throw Error(ErrorKind::input, source.path.empty() ? "the query has no rows" : "has no rows",
                    place);
    }
    Problems problems;
    for (const TypedColumnBuilder& builder : builders) {
        if (auto problem = builder.problem(source.path)) problems.push_back(*std::move(problem));
    }
    throw_if_any(ErrorKind::input, std::move(problems));
    std::vector<ColumnPtr> made;
    for (TypedColumnBuilder& builder : builders) made.push_back(builder.finish());
    return Table(std::move(made));
}

// The number behind the last `word` of a message, 0 when there is none.
std::int64_t number_after(std::string_view message, std::string_view word) {
    const std::size_t at = message.rfind(word);
    std::int64_t number = 0;
    if (at != std::string_view::npos) {
        std::from_chars(message.data() + at + word.size(), message.data() + message.size(), number);
    }
    return number;
}

[[noreturn]] void throw_file_failure(const DatabaseFailure& failure, const std::string& path,
                                     std::string_view what) {
    using Cause = DatabaseFailure::Cause;
    if (failure.cause == Cause::memory) {
        throw Error(ErrorKind::io, "does not fit in memory", {path, 0, 0, {}});
    }
    if (failure.cause == Cause::io) throw Error(ErrorKind::io, "cannot be read", {path, 0, 0, {}});
    const std::int64_t line = number_after(failure.whole, " in line ");
    const std::int64_t record = number_after(failure.whole, "record/value ");
    throw Error(ErrorKind::input,
                record > 0 ? fmt::format("is not {}: see record {}", what, record)
                           : fmt::format("is not {}", what),
                {path, line, 0, {}});
}

[[noreturn]] void throw_query_failure(const DatabaseFailure& failure) {
    using Cause = DatabaseFailure::Cause;
    switch (failure.cause) {
        case Cause::statement:
            throw Error(ErrorKind::usage, fmt::format("the query cannot be run: {}", failure.text));
        case Cause::io:
            throw Error(ErrorKind::io, fmt::format("the query cannot be run: {}", failure.text));
        case Cause::memory:
            throw Error(ErrorKind::io, "the query needs more memory than there is");
        case Cause::data:
            break;
    }
    throw Error(
        ErrorKind::input,
        fmt::format("the query fails on the data ({}); DuckDB's message may hold values, so "
                    "it is not shown",
                    failure.kind));
}

// DuckDB takes a file without records for one with a column named "json".
void check_json_has_records(const std::string& path) {
    ByteSource source(path, "utf-8");
    std::string head(256, '\0');
    head.resize(source.read(head.data(), head.size()));
    std::erase_if(head, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    const Place place{path, 0, 0, {}};
    if (head.empty()) throw Error(ErrorKind::input, "is empty", place);
    if (head == "[]") throw Error(ErrorKind::input, "has no rows", place);
}

// DuckDB does not tell names by case: of two keys that differ in nothing else it renames one, and
// what it calls "a_1" may be a key "A" or a key "a_1". So the keys are asked for by themselves.
void check_json_keys(const Context& context, Database& database, const std::string& file,
                     const std::string& path) {
    std::set<std::string> keys;
    database.read(
        context.silent(), "",
        fmt::format("SELECT DISTINCT unnest(json_keys(json)) FROM read_json_objects({})", file),
        [&](std::span<const Chunk> chunks) {
            for (const Chunk& chunk : chunks) {
                const Cells cells = chunk.cells(0, CellType::text);
                for (std::int64_t i = 0; i < cells.count; ++i) {
                    keys.emplace(cells.text(i));
                }
            }
        });
    std::set<std::string> folded;
    for (const std::string& key : keys) {
        if (folded.insert(folded_name(key)).second) continue;
        throw Error(ErrorKind::input,
                    fmt::format("has another key that differs from \"{}\" only in case", key),
                    {path, 0, 0, {}});
    }
}

// A text of JSON has no type: it is a date or a moment where all texts of its column are, in one
// form of ISO 8601.
Table with_iso_dates(const Table& table) {
    const NotationPtr forms[] = {iso_notation(Quantity::date), iso_notation(Quantity::moment),
                                 iso_notation(Quantity::moment, 0, "T")};
    std::vector<ColumnPtr> made;
    for (const ColumnPtr& column : table.columns()) {
        if (column->is_numeric() || column->dictionary().empty()) continue;
        for (const NotationPtr& form : forms) {
            const auto is_written_so = [&](const std::string& text) {
                const auto value = form->parse(text);
                return value && form->text(*value) == text;
            };
            if (!std::ranges::all_of(column->dictionary(), is_written_so)) continue;
            made.push_back(column->as_numbers(form));
            break;
        }
    }
    return table.with(made);
}

}  // namespace

Table read_parquet(const Context& context, const std::string& path, const ReadOptions& options) {
    check_readable(path);
    try {
        Database database(context.threads, Database::Use::again);
        TypedSource source{
            "SELECT * FROM read_parquet(" + sql_path(path) + ")", {}, path, "reading " + path};
        source.columns = database.columns_of(source.query);
        return read_source(context, database, source, options);
    } catch (const DatabaseFailure& failure) {
        throw_file_failure(failure, path, "a whole Parquet file");
    }
}

// Every column is read as text, so that numbers which a double would change are seen; its type only
// says whether the texts are numbers.
Table read_json(const Context& context, const std::string& path, const ReadOptions& options) {
    check_readable(path);
    const Compression compression = check_compressed(path);
    check_json_has_records(path);
    try {
        Database database(context.threads);
        std::string file = sql_path(path);
        // By its bytes, not by its name: standard input has none.
        if (compression == Compression::gzip) file += ", compression = 'gzip'";
        if (compression == Compression::zstd) file += ", compression = 'zstd'";
        TypedSource source{{}, {}, path, "reading " + path};
        source.columns = database.columns_of(
            fmt::format("SELECT * FROM read_json({}, records = true, sample_size = -1)", file));
        check_json_keys(context, database, file, path);
        std::vector<std::string> types;
        for (ResultColumn& column : source.columns) {
            types.push_back(sql_text(column.name) + ": 'VARCHAR'");
            column.exact_number = column.cells != CellType::text &&
                                  column.cells != CellType::other && !column.temporal;
            column.temporal = std::nullopt;
            column.truth = false;
            column.cells = CellType::text;
        }
        source.query = fmt::format("SELECT * FROM read_json({}, records = true, columns = {{{}}})",
                                   file, fmt::join(types, ", "));
        return with_iso_dates(read_source(context, database, source, options));
    } catch (const DatabaseFailure& failure) {
        throw_file_failure(failure, path,
                           "valid JSON with an array of records or one record a line");
    }
}

TableFormat json_format() {
    return {.format = Format::json,
            .title = "JSON",
            .endings = {".json"},
            .may_be_gz = true,
            .read = read_json,
            .write_text = write_json};
}

TableFormat json_lines_format() {
    return {.format = Format::jsonl,
            .title = "JSON lines",
            .endings = {".jsonl", ".ndjson"},
            .may_be_gz = true,
            .read = read_json,
            .write_text = write_json_lines};
}

Table read_opened(const Context& context, Database& database, const std::string& query,
                  const std::vector<std::string>& names, const std::string& called,
                  const ReadOptions& options) {
    TypedSource source{query, database.columns_of(query), called, "reading " + called};
    for (std::size_t i = 0; i < names.size(); ++i) source.columns.at(i).name = names[i];
    return read_source(context, database, source, options);
}

Table read_query(const Context& context, const std::string& query, const ReadOptions& options) {
    try {
        Database database(context.threads);
        const std::size_t end = query.find_last_not_of("; \t\r\n");
        TypedSource source{query.substr(0, end + 1), {}, {}, "running the query"};
        source.columns = database.columns_of(source.query);
        return read_source(context, database, source, options);
    } catch (const DatabaseFailure& failure) {
        throw_query_failure(failure);
    }
}

}  // namespace lethe::formats
