// One transaction that sees one state of the database and writes nothing. The server describes the
// statement without running it; so a source can be nothing but one SELECT, and types are known
// before the first row comes. Types with a binary form that we know come in it, all others as the
// server writes them. Rows of a table come as they lie on its pages, whoever else is reading:
// without parallel workers, and from the first page on.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/binary_copy.h"
#include "lethe/data/formats/databases/cell_texts.h"
#include "lethe/data/formats/databases/postgres_reading.h"
#include "lethe/data/formats/databases/read_databases.h"

namespace lethe::formats {
namespace {

// Numbers of types (pg_type.dat); they never change.
enum PostgresType : std::uint32_t {
    kBool = 16,
    kInt8 = 20,
    kInt2 = 21,
    kInt4 = 23,
    kText = 25,
    kOid = 26,
    kFloat4 = 700,
    kFloat8 = 701,
    kVarchar = 1043,
    kDate = 1082,
    kTime = 1083,
    kTimestamp = 1114,
    kTimestampTz = 1184,
    kInterval = 1186,
    kNumeric = 1700,
};

constexpr const char* kTables =
    "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c "
    "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND NOT c.relispartition "
    "AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_' "
    "AND pg_catalog.has_table_privilege(c.oid, 'SELECT') ORDER BY 1, 2";

// How a column is asked for and taken.
struct PostgresCells {
    BinaryCell cell = BinaryCell::text;
    bool cast = false;
    Takes takes = Takes::texts;
    StoredAs stored = StoredAs::unknown;
    std::string zone = {};
};

PostgresCells cells_of(const PostgresColumn& column) {
    const auto binary = [](BinaryCell cell, StoredAs stored = StoredAs::unknown,
                           std::string zone = {}) {
        return PostgresCells{cell, false, takes_of(cell), stored, std::move(zone)};
    };
    switch (column.type) {
        case kBool:
            return binary(BinaryCell::truth, StoredAs::truth);
        case kInt2:
            return binary(BinaryCell::int16, StoredAs::int16);
        case kInt4:
            return binary(BinaryCell::int32, StoredAs::int32);
        case kInt8:
            return binary(BinaryCell::int64, StoredAs::int64);
        case kFloat4:
            return binary(BinaryCell::float32, StoredAs::float32);
        case kFloat8:
            return binary(BinaryCell::float64, StoredAs::float64);
        case kDate:
            return binary(BinaryCell::date);
        case kTime:
            return binary(BinaryCell::time);
        case kTimestamp:
            return binary(BinaryCell::moment);
        case kTimestampTz:
            return binary(BinaryCell::moment, StoredAs::unknown, "+00");
        case kInterval:
            return binary(BinaryCell::duration);
        case kText:
        case kVarchar:
            return binary(BinaryCell::text, StoredAs::text);
        case kNumeric:
        case kOid:
            return {BinaryCell::text, true, Takes::number_texts};
        default:
            return {BinaryCell::text, true, Takes::texts};
    }
}

std::vector<TableName> tables_of(PostgresConnection& connection) {
    const PostgresRows rows = connection.run(kTables);
    std::vector<TableName> tables;
    for (int i = 0; i < rows.rows(); ++i) tables.push_back({rows.text(i, 0), rows.text(i, 1)});
    return tables;
}

class PostgresReading {
  public:
    PostgresReading(const Context& context, PostgresConnection& connection,
                    const DatabaseSource& source, const ReadOptions& options)
        : context_(context), source_(source), options_(options), connection_(connection) {}

    Table read() {
        query_ =
            source_.query.empty() ? "SELECT * FROM " + table() : without_semicolon(source_.query);
        describe();
        std::vector<CellSpec> specs;
        for (std::size_t i = 0; i < given_.size(); ++i) specs.push_back(spec_of(i));
        wanted_ = wanted_of(specs, source_.shown, options_);
        give_up_on_months();
        std::vector<CellColumn> columns;
        std::vector<BinaryCell> types;
        for (const std::size_t i : wanted_) {
            types.push_back(cells_[i].cell);
            columns.emplace_back(spec_of(i), options_.missing);
        }
        BinaryCopyReader rows(types, columns);
        {
            Progress progress(context_, "reading " + source_.shown, rows_expected());
            std::int64_t told = 0;
            connection_.copy_out(copy_statement(), [&](std::string_view bytes) {
                rows.take(bytes);
                if (rows.rows() - told < 8192) return;
                progress.add(rows.rows() - std::exchange(told, rows.rows()));
            });
        }
        rows.finish();
        return table_of(columns, rows.rows(), source_.shown, options_);
    }

  private:
    std::string table() {
        TableName name{source_.schema, source_.table};
        if (name.table.empty()) name = only_table(tables_of(connection_), source_);
        const std::string quoted = connection_.name(name.table);
        return name.schema.empty() ? quoted : connection_.name(name.schema) + "." + quoted;
    }

    void describe() {
        try {
            given_ = connection_.columns_of(query_);
        } catch (const PostgresRefusal& refusal) {
            const bool unknown = refusal.sqlstate == "42P01" || refusal.sqlstate == "3F000";
            if (!unknown || source_.table.empty()) throw;
            connection_.run("ROLLBACK");
            throw_unknown_table(tables_of(connection_), source_);
        }
        for (const PostgresColumn& column : given_) cells_.push_back(cells_of(column));
        read_orders();
        read_comments();
    }

    // Of enumerations, in the order of their types.
    void read_orders() {
        std::vector<std::string> types;
        for (const PostgresColumn& column : given_) {
            if (column.type >= 16384) types.push_back(std::to_string(column.type));
        }
        if (types.empty()) return;
        const PostgresRows rows = connection_.run(
            fmt::format("SELECT enumtypid, enumlabel FROM pg_catalog.pg_enum WHERE enumtypid IN "
                        "({}) ORDER BY enumtypid, enumsortorder",
                        fmt::join(types, ", ")));
        for (int i = 0; i < rows.rows(); ++i) orders_[rows.text(i, 0)].push_back(rows.text(i, 1));
    }

    void read_comments() {
        std::vector<std::string> tables;
        for (const PostgresColumn& column : given_) {
            if (column.table != 0) tables.push_back(std::to_string(column.table));
        }
        if (tables.empty()) return;
        const PostgresRows rows = connection_.run(
            fmt::format("SELECT objoid, objsubid, description FROM pg_catalog.pg_description WHERE "
                        "classoid = 'pg_catalog.pg_class'::regclass AND objsubid > 0 AND objoid IN "
                        "({})",
                        fmt::join(tables, ", ")));
        for (int i = 0; i < rows.rows(); ++i) {
            comments_[{rows.text(i, 0), rows.text(i, 1)}] = rows.text(i, 2);
        }
    }

    CellSpec spec_of(std::size_t i) const {
        const PostgresColumn& column = given_[i];
        const PostgresCells& cells = cells_[i];
        CellSpec spec{column.name, cells.takes, quantity_of(cells.cell), cells.zone};
        spec.description.stored = cells.stored;
        if (column.type == kVarchar && column.modifier > 4) {
            spec.description.stored_width = column.modifier - 4;
        }
        const auto comment =
            comments_.find({std::to_string(column.table), std::to_string(column.position)});
        if (comment != comments_.end()) spec.description.label = comment->second;
        if (!spec.description.empty()) spec.description.origin = title(source_.system);
        const auto order = orders_.find(std::to_string(column.type));
        if (order != orders_.end()) spec.order = order->second;
        return spec;
    }

    static std::string position_name(std::size_t i) { return fmt::format("c{}", i); }

    // The columns of the query by position, whatever they are called.
    std::string selected(const std::string& chosen) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < given_.size(); ++i) names.push_back(position_name(i));
        return fmt::format("SELECT {} FROM ({}\n) AS source({})", chosen, query_,
                           fmt::join(names, ", "));
    }

    // A month has no length: a column of intervals that has months is one of texts.
    void give_up_on_months() {
        for (const std::size_t i : wanted_) {
            if (cells_[i].cell != BinaryCell::duration) continue;
            const std::string name = position_name(i);
            const PostgresRows rows = connection_.run(fmt::format(
                "SELECT EXISTS ({} WHERE extract(year FROM {}) <> 0 OR extract(month FROM {}) <> "
                "0)",
                selected("1"), name, name));
            if (rows.text(0, 0) == "t") cells_[i] = {BinaryCell::text, true, Takes::texts};
        }
    }

    std::string copy_statement() const {
        std::vector<std::string> chosen;
        for (const std::size_t i : wanted_) {
            chosen.push_back(position_name(i) + (cells_[i].cast ? "::text" : ""));
        }
        std::string select = selected(fmt::format("{}", fmt::join(chosen, ", ")));
        if (options_.limit >= 0) select += fmt::format(" LIMIT {}", options_.limit);
        return fmt::format("COPY ({}) TO STDOUT (FORMAT binary)", select);
    }

    // What the server guesses for its own plans; 0: unknown.
    std::int64_t rows_expected() {
        if (options_.limit >= 0) return options_.limit;
        if (given_.front().table == 0 || !source_.query.empty()) return 0;
        const PostgresRows rows =
            connection_.run(fmt::format("SELECT greatest(reltuples, 0)::bigint FROM "
                                        "pg_catalog.pg_class WHERE oid = {}",
                                        given_.front().table));
        return rows.rows() == 1 ? std::stoll(rows.text(0, 0)) : 0;
    }

    const Context& context_;
    const DatabaseSource& source_;
    const ReadOptions& options_;
    PostgresConnection& connection_;
    std::string query_;
    std::vector<PostgresColumn> given_;
    std::vector<PostgresCells> cells_;
    std::map<std::string, std::vector<std::string>> orders_;
    std::map<std::pair<std::string, std::string>, std::string> comments_;
    std::vector<std::size_t> wanted_;
};

}  // namespace

Table read_postgres_by(const Context& context, PostgresConnection& connection,
                       const DatabaseSource& source, const ReadOptions& options) {
    return PostgresReading(context, connection, source, options).read();
}

void throw_refusal(const PostgresRefusal& refusal, const DatabaseSource& source) {
    throw Error(refusal.sqlstate.starts_with("42") ? ErrorKind::usage : ErrorKind::io,
                refusal.message, {source.shown, 0, 0, {}});
}

Table read_postgres(const Context& context, const DatabaseSource& source,
                    const ReadOptions& options) {
    try {
        PostgresConnection connection(context, source);
        connection.run(std::string("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ") +
                       kPostgresSettings);
        return read_postgres_by(context, connection, source, options);
    } catch (const PostgresRefusal& refusal) {
        throw_refusal(refusal, source);
    }
}

}  // namespace lethe::formats
