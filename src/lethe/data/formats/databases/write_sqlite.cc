// SQLite has integers, numbers and texts; dates and times are texts in ISO 8601 there, and what a
// column is declared as tells them from others when it is read again.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/sqlite_file.h"
#include "lethe/data/formats/databases/sqlite_reading.h"
#include "lethe/data/formats/databases/stored_columns.h"
#include "lethe/data/formats/databases/write_databases.h"
#include "lethe/data/written/notation.h"

namespace lethe::formats {
namespace {

// An affinity for numbers would turn the text "007" into 7, so no text column has one.
std::string_view sqlite_type(StoredColumn stored) {
    constexpr std::array<std::string_view, 10> kTypes{"INTEGER", "REAL",      "REAL",      "DATE",
                                                      "TIME",    "TIMESTAMP", "TIMESTAMP", "TEXT",
                                                      "TEXT",    "TEXT"};
    return kTypes[static_cast<std::size_t>(stored)];
}

class SqliteTarget final : public DatabaseTarget {
  public:
    SqliteTarget(const Context& context, DatabaseSource target, bool replace)
        : context_(context), target_(std::move(target)), name_(sqlite_name(target_.table)) {
        std::error_code ignored;
        was_there_ = std::filesystem::exists(target_.address, ignored);
        file_.emplace(context_, target_, SqliteFile::Mode::write);
        file_->run("BEGIN IMMEDIATE");
        const std::vector<TableName> tables = file_->tables();
        const auto same = [&](const TableName& one) {
            return sqlite3_stricmp(one.table.c_str(), target_.table.c_str()) == 0;
        };
        const bool there = std::ranges::any_of(tables, same);
        if (there && !replace) throw_table_there(target_);
        if (there) file_->run("DROP TABLE " + name_);
    }

    // SQLite leaves the empty file that it has made.
    ~SqliteTarget() override {
        file_.reset();
        std::error_code ignored;
        if (!was_there_ && !committed_) std::filesystem::remove(target_.address, ignored);
    }
    SqliteTarget(const SqliteTarget&) = delete;
    SqliteTarget& operator=(const SqliteTarget&) = delete;

    void write(const Table& table) override {
        std::vector<std::string> columns, marks;
        for (const ColumnPtr& column : table.columns()) {
            stored_.push_back(stored_column(*column));
            columns.push_back(
                fmt::format("{} {}", sqlite_name(column->name()), sqlite_type(stored_.back())));
            marks.emplace_back("?");
        }
        file_->run(fmt::format("CREATE TABLE {} ({})", name_, fmt::join(columns, ", ")));
        const SqliteStatement insert = file_->prepare(
            fmt::format("INSERT INTO {} VALUES ({})", name_, fmt::join(marks, ", ")));
        Progress progress(context_, "writing " + target_.shown, table.rows());
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            for (std::size_t j = 0; j < stored_.size(); ++j) bind(insert.get(), table, row, j);
            file_->step(insert.get());
            sqlite3_reset(insert.get());
            if (row % 8192 != 8191) continue;
            context_.check_stop();
            progress.add(8192);
        }
    }

    Table read_back(const ReadOptions& options) override {
        return read_sqlite_by(context_.silent(), *file_, target_, options);
    }

    void commit() override {
        file_->run("COMMIT");
        committed_ = true;
    }

  private:
    void bind(sqlite3_stmt* insert, const Table& table, std::int64_t row, std::size_t j) const {
        const Column& column = *table.columns()[j];
        const int at = static_cast<int>(j) + 1;
        if (!column.valid(row)) {
            sqlite3_bind_null(insert, at);
            return;
        }
        switch (stored_[j]) {
            case StoredColumn::integer:
                sqlite3_bind_int64(
                    insert, at,
                    static_cast<std::int64_t>(column.numbers()[static_cast<std::size_t>(row)]));
                return;
            case StoredColumn::number:
            case StoredColumn::decimal:
                sqlite3_bind_double(insert, at, column.numbers()[static_cast<std::size_t>(row)]);
                return;
            default: {
                const std::string text = text_of(column, stored_[j], row);
                sqlite3_bind_text(insert, at, text.data(), static_cast<int>(text.size()),
                                  SQLITE_TRANSIENT);
            }
        }
    }

    // All of a column in one pattern, by which it is known again; so its own, where that is ISO's.
    static std::string text_of(const Column& column, StoredColumn stored, std::int64_t row) {
        const bool date = stored == StoredColumn::time || stored == StoredColumn::moment ||
                          stored == StoredColumn::zoned;
        const bool own = date && column.notation()->dates()->pattern().starts_with(
                                     stored == StoredColumn::time ? "%H:%M:%S" : "%Y-%m-%d");
        return own ? column.text(row) : stored_text(column, stored, row);
    }

    Context context_;
    DatabaseSource target_;
    std::optional<SqliteFile> file_;
    bool was_there_ = false;
    bool committed_ = false;
    std::string name_;
    std::vector<StoredColumn> stored_;
};

}  // namespace

std::unique_ptr<DatabaseTarget> sqlite_target(const Context& context, DatabaseSource target,
                                              bool replace) {
    return std::make_unique<SqliteTarget>(context, std::move(target), replace);
}

}  // namespace lethe::formats
