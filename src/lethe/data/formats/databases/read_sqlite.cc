// SQLite gives each cell a type of its own, whatever its column was declared as. So the rows are
// walked twice within one transaction: what there is in each column decides what it becomes, and
// nothing is changed by it. Numbers beside texts are categories, with the number's own text.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_column.h"
#include "lethe/data/formats/databases/cell_texts.h"
#include "lethe/data/formats/databases/read_databases.h"
#include "lethe/data/formats/databases/sqlite_reading.h"
#include "lethe/data/formats/databases/texts_of_dates.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe::formats {
namespace {

struct Declared {
    CellSpec spec;
    Quantity quantity = Quantity::number;  // that its texts may be
};

// What was declared tells texts of dates from other texts.
Quantity declared_quantity(const char* declared) {
    std::string type = declared == nullptr ? "" : declared;
    std::ranges::transform(type, type.begin(), [](unsigned char c) { return std::toupper(c); });
    if (type.starts_with("DATETIME") || type.starts_with("TIMESTAMP")) return Quantity::moment;
    if (type == "DATE") return Quantity::date;
    if (type == "TIME") return Quantity::time;
    return Quantity::number;
}

class SqliteReading {
  public:
    SqliteReading(const Context& context, SqliteFile& file, const DatabaseSource& source,
                  const ReadOptions& options)
        : context_(context), source_(source), options_(options), file_(file) {}

    Table read() {
        query_ =
            source_.query.empty() ? "SELECT * FROM " + table() : without_semicolon(source_.query);
        describe();
        const std::vector<std::size_t> wanted = wanted_of(specs(), source_.shown, options_);
        decide(wanted);
        std::vector<CellColumn> columns;
        for (const std::size_t i : wanted) columns.emplace_back(columns_[i].spec, options_.missing);
        const std::int64_t rows = walk(wanted, columns);
        Table table = table_of(columns, rows, source_.shown, options_);
        std::vector<ColumnPtr> dates;
        for (std::size_t j = 0; j < wanted.size(); ++j) {
            const ColumnPtr& column = table.columns()[j];
            if (ColumnPtr made = dates_of_texts(column, columns_[wanted[j]].quantity)) {
                dates.push_back(std::move(made));
            }
        }
        return dates.empty() ? table : table.with(dates);
    }

  private:
    std::string table() const {
        const std::vector<TableName> tables = file_.tables();
        TableName name{source_.schema, source_.table};
        if (name.table.empty()) name = only_table(tables, source_);
        const auto same = [&](const TableName& one) {
            return sqlite3_stricmp(one.table.c_str(), name.table.c_str()) == 0;
        };
        const bool main = name.schema.empty() || name.schema == "main";
        if (!main || std::ranges::none_of(tables, same)) throw_unknown_table(tables, source_);
        return sqlite_name(name.table);
    }

    void describe() {
        const SqliteStatement statement = file_.prepare(query_);
        for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
            Declared column;
            column.spec.name = sqlite3_column_name(statement.get(), i);
            column.quantity = declared_quantity(sqlite3_column_decltype(statement.get(), i));
            columns_.push_back(std::move(column));
        }
    }

    std::vector<CellSpec> specs() const {
        std::vector<CellSpec> specs;
        for (const Declared& column : columns_) specs.push_back(column.spec);
        return specs;
    }

    // By position: a common table expression names them without their being read.
    std::string selected(const std::string& chosen) const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < columns_.size(); ++i) names.push_back(fmt::format("c{}", i));
        std::string select =
            fmt::format("WITH source({}) AS (SELECT * FROM ({}\n)", fmt::join(names, ", "), query_);
        if (options_.limit >= 0) select += fmt::format(" LIMIT {}", options_.limit);
        return select + fmt::format(") SELECT {} FROM source", chosen);
    }

    // Which storage classes there are in each column that is wanted.
    void decide(const std::vector<std::size_t>& wanted) {
        std::vector<std::string> asked;
        for (const std::size_t i : wanted) {
            asked.push_back(
                fmt::format("max(typeof(c{0}) IN ('text', 'blob')), max(typeof(c{0}) = "
                            "'real'), max(typeof(c{0}) = 'integer'), "
                            "max(typeof(c{0}) = 'integer' AND abs(c{0} / 2) > "
                            "4503599627370496)",
                            i));
        }
        // SQLite gives a row so many columns and no more.
        constexpr std::size_t kAtOnce = 200;
        for (std::size_t begin = 0; begin < asked.size(); begin += kAtOnce) {
            const std::size_t end = std::min(begin + kAtOnce, asked.size());
            const std::span<const std::string> some(asked.data() + begin, end - begin);
            const SqliteStatement statement =
                file_.prepare(selected(fmt::format("{}", fmt::join(some, ", "))));
            if (!file_.step(statement.get())) return;
            for (std::size_t j = begin; j < end; ++j) {
                const auto has = [&](std::size_t what) {
                    return sqlite3_column_int(statement.get(),
                                              static_cast<int>((j - begin) * 4 + what)) != 0;
                };
                const bool texts = has(0) || (has(1) && has(3));
                CellSpec& spec = columns_[wanted[j]].spec;
                spec.takes = texts               ? Takes::texts
                             : has(1) || !has(2) ? Takes::numbers
                                                 : Takes::integers;
            }
        }
    }

    std::int64_t walk(const std::vector<std::size_t>& wanted, std::vector<CellColumn>& columns) {
        std::vector<std::string> names;
        for (const std::size_t i : wanted) names.push_back(fmt::format("c{}", i));
        const SqliteStatement statement =
            file_.prepare(selected(fmt::format("{}", fmt::join(names, ", "))));
        Progress progress(context_, "reading " + source_.shown, 0);
        std::int64_t rows = 0;
        for (; file_.step(statement.get()); ++rows) {
            for (std::size_t j = 0; j < wanted.size(); ++j) {
                add_cell(statement.get(), static_cast<int>(j), columns_[wanted[j]].spec.takes,
                         columns[j]);
            }
            if (rows % 8192 == 8191) progress.add(8192);
        }
        return rows;
    }

    void add_cell(sqlite3_stmt* statement, int i, Takes takes, CellColumn& column) const {
        const int type = sqlite3_column_type(statement, i);
        if (type == SQLITE_NULL) return column.add_missing();
        if (takes == Takes::texts) return column.add_text(cell_text(statement, i, type));
        if (takes == Takes::integers && type == SQLITE_INTEGER) {
            return column.add_integer(sqlite3_column_int64(statement, i));
        }
        if (takes == Takes::numbers && (type == SQLITE_FLOAT || type == SQLITE_INTEGER)) {
            return column.add_number(sqlite3_column_double(statement, i));
        }
        throw Error(ErrorKind::input, "the query gives other types when it is run again",
                    {source_.shown, 0, 0, {}});
    }

    static std::string cell_text(sqlite3_stmt* statement, int i, int type) {
        if (type == SQLITE_INTEGER) return std::to_string(sqlite3_column_int64(statement, i));
        if (type == SQLITE_FLOAT) return number_text(sqlite3_column_double(statement, i));
        const auto* const bytes = static_cast<const char*>(
            type == SQLITE_BLOB ? sqlite3_column_blob(statement, i)
                                : static_cast<const void*>(sqlite3_column_text(statement, i)));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, i));
        const std::string_view cell = bytes == nullptr ? "" : std::string_view(bytes, size);
        return type == SQLITE_BLOB ? hexadecimal(cell) : std::string(cell);
    }

    const Context& context_;
    const DatabaseSource& source_;
    const ReadOptions& options_;
    SqliteFile& file_;
    std::string query_;
    std::vector<Declared> columns_;
};

}  // namespace

Table read_sqlite_by(const Context& context, SqliteFile& file, const DatabaseSource& source,
                     const ReadOptions& options) {
    return SqliteReading(context, file, source, options).read();
}

Table read_sqlite(const Context& context, const DatabaseSource& source,
                  const ReadOptions& options) {
    SqliteFile file(context, source);
    file.run("BEGIN");
    return read_sqlite_by(context, file, source, options);
}

}  // namespace lethe::formats
