// A DuckDB file is attached, to be read only, to a database in memory like that which reads Parquet
// files; nothing else can be reached from there, whatever its views ask for.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_column.h"
#include "lethe/data/formats/databases/cell_texts.h"
#include "lethe/data/formats/databases/read_databases.h"
#include "lethe/data/formats/duckdb.h"
#include "lethe/data/formats/read_typed.h"

namespace lethe::formats {
namespace {

// Dates and times come as days and seconds.
const std::map<std::string, std::pair<Quantity, std::string>, std::less<>>& types_of_dates() {
    static const std::map<std::string, std::pair<Quantity, std::string>, std::less<>> types{
        {"DATE", {Quantity::date, "{} - DATE '1970-01-01'"}},
        {"TIME", {Quantity::time, "epoch({})"}},
        {"TIMESTAMP", {Quantity::moment, "epoch({})"}},
        {"TIMESTAMP_S", {Quantity::moment, "epoch({})"}},
        {"TIMESTAMP_MS", {Quantity::moment, "epoch({})"}},
        {"TIMESTAMP WITH TIME ZONE", {Quantity::moment, "epoch({})"}},
    };
    return types;
}

struct FileColumn {
    std::string name;
    std::string type;
    std::string comment;
};

class DuckdbReading {
  public:
    DuckdbReading(const Context& context, const DatabaseSource& source, const ReadOptions& options)
        : context_(context), source_(source), options_(options), database_(context.threads) {}

    Table read() {
        database_.run(
            fmt::format("ATTACH {} AS lethe_source (READ_ONLY)", sql_text(source_.address)));
        database_.run("SET enable_external_access = false");
        database_.run("USE lethe_source");
        query_ =
            source_.query.empty() ? "SELECT * FROM " + table() : without_semicolon(source_.query);
        database_.columns_of(query_);  // is one SELECT
        describe();
        std::vector<std::string> names, given, chosen;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            names.push_back(columns_[i].name);
            given.push_back(fmt::format("c{}", i));
            const auto type = types_of_dates().find(columns_[i].type);
            chosen.push_back(type == types_of_dates().end()
                                 ? given.back()
                                 : fmt::format(fmt::runtime(type->second.second), given.back()));
        }
        const Table table =
            read_opened(context_, database_,
                        fmt::format("SELECT {} FROM ({}\n) AS source({})", fmt::join(chosen, ", "),
                                    query_, fmt::join(given, ", ")),
                        names, source_.shown, options_);
        return described(table);
    }

  private:
    static std::string quoted(const std::string& name) {
        std::string text = "\"";
        for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
        return text + '"';
    }

    // The texts of a result, a row of columns at a time.
    std::vector<std::vector<std::string>> texts(const std::string& query, std::size_t columns) {
        std::vector<std::vector<std::string>> rows;
        database_.read(context_.silent(), "", query, [&](std::span<const Chunk> chunks) {
            for (const Chunk& chunk : chunks) {
                const std::size_t begin = rows.size();
                rows.resize(begin + static_cast<std::size_t>(chunk.rows()));
                for (std::size_t j = 0; j < columns; ++j) {
                    const Cells cells = chunk.cells(j, CellType::text);
                    for (std::int64_t i = 0; i < cells.count; ++i) {
                        rows[begin + static_cast<std::size_t>(i)].emplace_back(
                            cells.valid(i) ? cells.text(i) : std::string_view());
                    }
                }
            }
        });
        return rows;
    }

    std::string table() {
        std::vector<TableName> tables;
        for (const auto& row :
             texts("SELECT table_schema, table_name FROM information_schema.tables WHERE "
                   "table_catalog = 'lethe_source' ORDER BY table_schema <> 'main', 1, 2",
                   2)) {
            tables.push_back({row[0] == "main" ? "" : row[0], row[1]});
        }
        TableName name{source_.schema == "main" ? "" : source_.schema, source_.table};
        if (name.table.empty()) name = only_table(tables, source_);
        const auto same = [&](const TableName& one) {
            return folded_name(one.schema) == folded_name(name.schema) &&
                   folded_name(one.table) == folded_name(name.table);
        };
        if (std::ranges::none_of(tables, same)) throw_unknown_table(tables, source_);
        selected_ = {name.schema.empty() ? "main" : name.schema, name.table};
        return quoted(selected_.schema) + "." + quoted(selected_.table);
    }

    void describe() {
        for (const auto& row : texts(
                 fmt::format("SELECT column_name, column_type FROM (DESCRIBE {}\n)", query_), 2)) {
            columns_.push_back({row[0], row[1], {}});
        }
        if (selected_.table.empty()) return;
        std::map<std::string, std::string> comments;
        for (const auto& row :
             texts(fmt::format("SELECT column_name, comment FROM duckdb_columns() WHERE "
                               "database_name = 'lethe_source' AND schema_name = {} AND "
                               "table_name = {} AND comment IS NOT NULL",
                               sql_text(selected_.schema), sql_text(selected_.table)),
                   2)) {
            comments[row[0]] = row[1];
        }
        for (FileColumn& column : columns_) column.comment = comments[column.name];
    }

    Table described(const Table& table) const {
        std::vector<ColumnPtr> changed;
        for (const FileColumn& column : columns_) {
            if (table.find(column.name) == nullptr) continue;
            ColumnPtr made = table.column_ptr(column.name);
            if (const auto type = types_of_dates().find(column.type);
                type != types_of_dates().end()) {
                const std::string zone = column.type.ends_with("ZONE") ? "+00" : "";
                made = as_written_dates(made, type->second.first, zone, source_.shown);
            }
            Description description;
            description.label = column.comment;
            if (column.type == "BOOLEAN") description.stored = StoredAs::truth;
            if (!description.empty()) {
                description.origin = title(source_.system);
                made = made->with_description(
                    std::make_shared<const Description>(std::move(description)));
            }
            changed.push_back(std::move(made));
        }
        return Table(std::move(changed));
    }

    const Context& context_;
    const DatabaseSource& source_;
    const ReadOptions& options_;
    Database database_;
    std::string query_;
    TableName selected_;
    std::vector<FileColumn> columns_;
};

[[noreturn]] void throw_failure(const DatabaseFailure& failure, const DatabaseSource& source) {
    using Cause = DatabaseFailure::Cause;
    const Place place{source.shown, 0, 0, {}};
    if (failure.cause == Cause::statement) {
        throw Error(ErrorKind::usage, "the query cannot be run: " + failure.text, place);
    }
    if (failure.cause == Cause::memory) {
        throw Error(ErrorKind::io, "needs more memory than there is", place);
    }
    throw Error(ErrorKind::input,
                fmt::format("is not a whole DuckDB database of a version that we read, or a query "
                            "fails on its data ({})",
                            failure.kind),
                place);
}

}  // namespace

Table read_duckdb_file(const Context& context, const DatabaseSource& source,
                       const ReadOptions& options) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(source.address, error)) {
        const bool none = !std::filesystem::exists(source.address, error);
        throw Error(ErrorKind::io, none ? "there is no such file" : "is not a file",
                    {source.shown, 0, 0, {}});
    }
    try {
        return DuckdbReading(context, source, options).read();
    } catch (const DatabaseFailure& failure) {
        context.check_stop();
        throw_failure(failure, source);
    }
}

}  // namespace lethe::formats
