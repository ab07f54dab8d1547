// MySQL and MariaDB send rows as texts, one at a time (mysql_use_result), from one state of the
// database. A zero date means missing there; its text is kept as the spelling of the missing value.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/cell_column.h"
#include "lethe/data/formats/databases/cell_texts.h"
#include "lethe/data/formats/databases/mysql_connection.h"
#include "lethe/data/formats/databases/read_databases.h"
#include "lethe/data/formats/databases/texts_of_dates.h"

namespace lethe::formats {
namespace {

constexpr unsigned kNoSuchTable = 1146;
constexpr unsigned kBinaryCharset = 63;

enum class MysqlCell { text, number, integer, float32, bits, bytes };

struct MysqlColumn {
    CellSpec spec;
    MysqlCell cell = MysqlCell::text;
    Quantity quantity = Quantity::number;  // that its texts are
};

MysqlColumn column_of(const MYSQL_FIELD& field) {
    MysqlColumn column;
    column.spec.name.assign(field.name, field.name_length);
    const auto number = [&](MysqlCell cell, Takes takes, StoredAs stored) {
        column.cell = cell;
        column.spec.takes = takes;
        column.spec.description.stored = stored;
    };
    const bool is_unsigned = (field.flags & UNSIGNED_FLAG) != 0;
    switch (field.type) {
        case MYSQL_TYPE_TINY:
            number(MysqlCell::integer, Takes::integers, StoredAs::int8);
            break;
        case MYSQL_TYPE_SHORT:
        case MYSQL_TYPE_YEAR:
            number(MysqlCell::integer, Takes::integers, StoredAs::int16);
            break;
        case MYSQL_TYPE_INT24:
        case MYSQL_TYPE_LONG:
            number(MysqlCell::integer, Takes::integers, StoredAs::int32);
            break;
        case MYSQL_TYPE_LONGLONG:
            if (is_unsigned) {
                number(MysqlCell::text, Takes::number_texts, StoredAs::int64);
            } else {
                number(MysqlCell::integer, Takes::integers, StoredAs::int64);
            }
            break;
        case MYSQL_TYPE_FLOAT:
            number(MysqlCell::float32, Takes::numbers, StoredAs::float32);
            break;
        case MYSQL_TYPE_DOUBLE:
            number(MysqlCell::number, Takes::numbers, StoredAs::float64);
            break;
        case MYSQL_TYPE_DECIMAL:
        case MYSQL_TYPE_NEWDECIMAL:
            number(MysqlCell::text, Takes::number_texts, StoredAs::unknown);
            break;
        case MYSQL_TYPE_BIT:
            number(MysqlCell::bits, Takes::number_texts, StoredAs::unknown);
            break;
        case MYSQL_TYPE_DATE:
        case MYSQL_TYPE_NEWDATE:
            column.quantity = Quantity::date;
            break;
        case MYSQL_TYPE_DATETIME:
        case MYSQL_TYPE_TIMESTAMP:
            column.quantity = Quantity::moment;
            break;
        case MYSQL_TYPE_TIME:
            column.quantity = Quantity::duration;
            break;
        default:
            if (field.charsetnr == kBinaryCharset) column.cell = MysqlCell::bytes;
    }
    // A leading zero is a digit of the number there.
    if ((field.flags & ZEROFILL_FLAG) != 0 && field.type != MYSQL_TYPE_YEAR) {
        column.cell = MysqlCell::text;
        column.spec.takes = Takes::texts;
    }
    return column;
}

// The texts of "enum('a','it''s')".
std::vector<std::string> enum_texts(std::string_view type) {
    std::vector<std::string> texts;
    if (!type.starts_with("enum(")) return texts;
    for (std::size_t i = 5; i < type.size() && type[i] == '\''; ++i) {
        std::string text;
        for (++i; i < type.size(); ++i) {
            if (type[i] != '\'') {
                text += type[i];
            } else if (i + 1 < type.size() && type[i + 1] == '\'') {
                text += type[i++];
            } else {
                break;
            }
        }
        texts.push_back(std::move(text));
        if (++i >= type.size() || type[i] != ',') break;
    }
    return texts;
}

std::string bits_text(std::string_view bytes) {
    std::uint64_t value = 0;
    for (const char byte : bytes) value = (value << 8U) | static_cast<unsigned char>(byte);
    return std::to_string(value);
}

template <class T>
T mysql_number_of(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Error(ErrorKind::input, "the database sent a number that is none");
    }
    return value;
}

class MysqlReading {
  public:
    MysqlReading(const Context& context, const DatabaseSource& source, const ReadOptions& options)
        : context_(context), source_(source), options_(options), connection_(context, source) {}

    Table read() {
        connection_.run("SET SESSION time_zone = '+00:00'");
        connection_.run("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        connection_.run("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        query_ =
            source_.query.empty() ? "SELECT * FROM " + table() : without_semicolon(source_.query);
        describe();
        std::vector<CellSpec> specs;
        for (const MysqlColumn& column : columns_) specs.push_back(column.spec);
        const std::vector<std::size_t> wanted = wanted_of(specs, source_.shown, options_);
        std::vector<CellColumn> columns;
        for (const std::size_t i : wanted) columns.emplace_back(specs[i], missing_of(columns_[i]));
        const std::int64_t rows = walk(wanted, columns);
        Table table = table_of(columns, rows, source_.shown, options_);
        std::vector<ColumnPtr> dates;
        for (std::size_t j = 0; j < wanted.size(); ++j) {
            const MysqlColumn& column = columns_[wanted[j]];
            if (auto made = dates_of_texts(table.columns()[j], column.quantity)) {
                dates.push_back(std::move(made));
            }
        }
        return dates.empty() ? table : table.with(dates);
    }

  private:
    std::vector<TableName> tables() {
        std::vector<TableName> tables;
        for (const auto& row :
             connection_.texts("SELECT table_name FROM information_schema.tables WHERE "
                               "table_schema = DATABASE() ORDER BY table_name")) {
            tables.push_back({{}, row[0]});
        }
        return tables;
    }

    std::string table() {
        TableName name{source_.schema, source_.table};
        if (name.table.empty()) name = only_table(tables(), source_);
        const std::string quoted = mysql_name(name.table);
        return name.schema.empty() ? quoted : mysql_name(name.schema) + "." + quoted;
    }

    void describe() {
        try {
            connection_.prepare_only(query_);
            const MYSQL_RES* const result =
                connection_.begin(fmt::format("SELECT * FROM ({}\n) AS source LIMIT 0", query_));
            const unsigned count = mysql_num_fields(const_cast<MYSQL_RES*>(result));
            const MYSQL_FIELD* const fields = mysql_fetch_fields(const_cast<MYSQL_RES*>(result));
            for (unsigned i = 0; i < count; ++i) columns_.push_back(column_of(fields[i]));
            while (connection_.next() != nullptr) {
            }
        } catch (const MysqlRefusal& refusal) {
            if (refusal.number != kNoSuchTable || source_.table.empty()) throw;
            throw_unknown_table(tables(), source_);
        }
        if (!source_.query.empty()) return;
        read_descriptions();
    }

    // The comments of a table's columns, and the order of its enumerations.
    void read_descriptions() {
        const std::string schema =
            source_.schema.empty() ? "DATABASE()" : connection_.literal(source_.schema);
        const std::string table =
            source_.table.empty() ? only_table(tables(), source_).table : source_.table;
        std::map<std::string, std::pair<std::string, std::string>> known;
        for (auto& row : connection_.texts(fmt::format(
                 "SELECT column_name, column_type, column_comment FROM information_schema.columns "
                 "WHERE table_schema = {} AND table_name = {}",
                 schema, connection_.literal(table)))) {
            known[row[0]] = {row[1], row[2]};
        }
        for (MysqlColumn& column : columns_) {
            auto& [type, comment] = known[column.spec.name];
            column.spec.order = enum_texts(type);
            column.spec.description.label = comment;
            if (!column.spec.description.empty()) {
                column.spec.description.origin = title(source_.system);
            }
        }
    }

    std::vector<std::string> missing_of(const MysqlColumn& column) const {
        std::vector<std::string> missing = options_.missing;
        if (column.quantity == Quantity::date || column.quantity == Quantity::moment) {
            missing.emplace_back("0000-00-00");
            missing.emplace_back("0000-00-00 00:00:00");
            for (std::string zero = "0000-00-00 00:00:00.0"; zero.size() <= 26; zero += '0') {
                missing.push_back(zero);
            }
        }
        return missing;
    }

    std::int64_t walk(const std::vector<std::size_t>& wanted, std::vector<CellColumn>& columns) {
        std::vector<std::string> chosen;
        for (const std::size_t i : wanted) {
            const std::string name = mysql_name(columns_[i].spec.name);
            // Otherwise it would be rounded to six digits.
            chosen.push_back(columns_[i].cell == MysqlCell::float32 ? name + " + 0e0" : name);
        }
        std::string select =
            fmt::format("SELECT {} FROM ({}\n) AS source", fmt::join(chosen, ", "), query_);
        if (options_.limit >= 0) select += fmt::format(" LIMIT {}", options_.limit);
        connection_.begin(select);
        Progress progress(context_, "reading " + source_.shown, 0);
        std::int64_t rows = 0;
        while (MYSQL_ROW row = connection_.next()) {
            const unsigned long* const sizes = connection_.lengths();
            for (std::size_t j = 0; j < wanted.size(); ++j) {
                if (row[j] == nullptr) {
                    columns[j].add_missing();
                } else {
                    add_cell({row[j], sizes[j]}, columns_[wanted[j]].cell, columns[j]);
                }
            }
            if (++rows % 8192 != 0) continue;
            progress.add(8192);
            context_.check_stop();
        }
        return rows;
    }

    static void add_cell(std::string_view cell, MysqlCell how, CellColumn& column) {
        switch (how) {
            case MysqlCell::text:
                return column.add_text(cell);
            case MysqlCell::number:
                return column.add_number(mysql_number_of<double>(cell));
            case MysqlCell::integer:
                return column.add_integer(mysql_number_of<std::int64_t>(cell));
            case MysqlCell::float32:
                return column.add_number(
                    shortest_double(static_cast<float>(mysql_number_of<double>(cell))));
            case MysqlCell::bits:
                return column.add_text(bits_text(cell));
            case MysqlCell::bytes:
                return column.add_text(hexadecimal(cell));
        }
    }

    const Context& context_;
    const DatabaseSource& source_;
    const ReadOptions& options_;
    MysqlConnection connection_;
    std::string query_;
    std::vector<MysqlColumn> columns_;
};

}  // namespace

Table read_mysql(const Context& context, const DatabaseSource& source, const ReadOptions& options) {
    try {
        return MysqlReading(context, source, options).read();
    } catch (const MysqlRefusal& refusal) {
        throw Error(ErrorKind::usage, refusal.message, {source.shown, 0, 0, {}});
    }
}

}  // namespace lethe::formats
