// A table is made and filled in one transaction; rows go as text, so that what is stored is what
// the column writes. An older table of that name is dropped in the same transaction: until the
// commit others see it as it was.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/postgres_reading.h"
#include "lethe/data/formats/databases/stored_columns.h"
#include "lethe/data/formats/databases/write_databases.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kLongestTableName = 63;  // PostgreSQL cuts what is longer
constexpr std::size_t kPiece = 1U << 16U;

std::string_view postgres_type(StoredColumn stored) {
    constexpr std::array<std::string_view, 10> kTypes{
        "bigint",    "double precision", "numeric",  "date",    "time",
        "timestamp", "timestamptz",      "interval", "boolean", "text"};
    return kTypes[static_cast<std::size_t>(stored)];
}

void add_escaped(std::string& line, std::string_view text) {
    for (const char c : text) {
        switch (c) {
            case '\\':
                line += "\\\\";
                break;
            case '\n':
                line += "\\n";
                break;
            case '\r':
                line += "\\r";
                break;
            case '\t':
                line += "\\t";
                break;
            default:
                line += c;
        }
    }
}

class PostgresTarget final : public DatabaseTarget {
  public:
    PostgresTarget(const Context& context, DatabaseSource target, bool replace)
        : context_(context), target_(std::move(target)), connection_(context_, target_) {
        told([&] { begin(replace); });
    }

    void write(const Table& table) override {
        told([&] { create(table); });
        told([&] { fill(table); });
        told([&] { comment(table); });
    }

    Table read_back(const ReadOptions& options) override {
        Table table;
        told([&] { table = read_postgres_by(context_.silent(), connection_, target_, options); });
        return table;
    }

    void commit() override {
        told([&] { connection_.run("COMMIT"); });
    }

  private:
    template <class Work>
    void told(const Work& work) {
        try {
            work();
        } catch (const PostgresRefusal& refusal) {
            throw_refusal(refusal, target_);
        }
    }

    void begin(bool replace) {
        const std::string table = connection_.name(target_.table);
        name_ = target_.schema.empty() ? table : connection_.name(target_.schema) + "." + table;
        connection_.run(std::string("BEGIN; ") + kPostgresSettings);
        const std::array<std::string, 1> argument{name_};
        const bool there =
            connection_.run("SELECT to_regclass($1) IS NOT NULL", argument).text(0, 0) == "t";
        if (there && !replace) throw_table_there(target_);
        if (there) connection_.run("DROP TABLE " + name_);
    }

    void create(const Table& table) {
        std::vector<std::string> columns;
        for (const ColumnPtr& column : table.columns()) {
            if (column->name().size() > kLongestTableName) {
                throw Error(ErrorKind::usage,
                            fmt::format("in PostgreSQL names have at most {} bytes, and \"{}\" has "
                                        "more",
                                        kLongestTableName, column->name()),
                            {target_.shown, 0, 0, {}});
            }
            stored_.push_back(stored_column(*column));
            columns.push_back(fmt::format("{} {}", connection_.name(column->name()),
                                          postgres_type(stored_.back())));
        }
        connection_.run(fmt::format("CREATE TABLE {} ({})", name_, fmt::join(columns, ", ")));
    }

    void fill(const Table& table) {
        Progress progress(context_, "writing " + target_.shown, table.rows());
        connection_.copy_in(fmt::format("COPY {} FROM STDIN", name_),
                            [&](const PostgresConnection::Send& send) {
                                std::string piece;
                                std::int64_t told = 0;
                                for (std::int64_t row = 0; row < table.rows(); ++row) {
                                    add_row(table, row, piece);
                                    if (piece.size() < kPiece) continue;
                                    context_.check_stop();
                                    send(piece);
                                    piece.clear();
                                    progress.add(row + 1 - std::exchange(told, row + 1));
                                }
                                if (!piece.empty()) send(piece);
                            });
    }

    void add_row(const Table& table, std::int64_t row, std::string& line) const {
        for (std::size_t j = 0; j < stored_.size(); ++j) {
            const Column& column = *table.columns()[j];
            if (j > 0) line += '\t';
            if (column.valid(row)) {
                add_escaped(line, stored_text(column, stored_[j], row));
            } else {
                line += "\\N";
            }
        }
        line += '\n';
    }

    // What a column is, in words.
    void comment(const Table& table) {
        for (const ColumnPtr& column : table.columns()) {
            if (!column->description() || column->description()->label.empty()) continue;
            connection_.run(fmt::format("COMMENT ON COLUMN {}.{} IS {}", name_,
                                        connection_.name(column->name()),
                                        connection_.literal(column->description()->label)));
        }
    }

    Context context_;
    DatabaseSource target_;
    PostgresConnection connection_;
    std::string name_;
    std::vector<StoredColumn> stored_;
};

}  // namespace

std::unique_ptr<DatabaseTarget> postgres_target(const Context& context, DatabaseSource target,
                                                bool replace) {
    return std::make_unique<PostgresTarget>(context, std::move(target), replace);
}

}  // namespace lethe::formats
