#include "lethe/table.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "lethe/api/inside.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/utf8.h"

namespace lethe::api {

std::string_view name(Kind kind) { return lethe::name(static_cast<lethe::Kind>(kind)); }

static_assert(static_cast<int>(Kind::numeric) == static_cast<int>(lethe::Kind::numeric) &&
              static_cast<int>(Kind::ordinal) == static_cast<int>(lethe::Kind::ordinal) &&
              static_cast<int>(Kind::nominal) == static_cast<int>(lethe::Kind::nominal) &&
              static_cast<int>(Kind::semantic) == static_cast<int>(lethe::Kind::semantic) &&
              static_cast<int>(Kind::text) == static_cast<int>(lethe::Kind::text));

Table::Table() : state_(std::make_shared<const State>()) {}
Table::Table(std::shared_ptr<const State> state) : state_(std::move(state)) {}
Table::~Table() = default;
Table::Table(const Table&) = default;
Table& Table::operator=(const Table&) = default;
// A table that was moved from is a copy: it is never without a state.
Table::Table(Table&& other) noexcept : state_(other.state_) {}
Table& Table::operator=(Table&& other) noexcept {
    state_ = other.state_;
    return *this;
}

Table outside(lethe::Table table) {
    return Table(std::make_shared<const Table::State>(Table::State{std::move(table)}));
}

std::int64_t Table::rows() const { return state_->table.rows(); }
std::vector<std::string> Table::names() const { return state_->table.names(); }

Kind Table::kind(std::string_view column) const {
    return guarded([&] { return static_cast<Kind>(state_->table.column(column).kind()); });
}

std::vector<std::optional<double>> Table::numbers(std::string_view column) const {
    return guarded([&] {
        const Column& found = state_->table.column(column);
        if (!found.is_numeric()) {
            throw lethe::Error(lethe::ErrorKind::usage,
                               fmt::format("column \"{}\" is not numeric", column));
        }
        std::vector<std::optional<double>> values;
        for (std::int64_t row = 0; row < found.size(); ++row) {
            values.push_back(found.valid(row)
                                 ? std::optional(found.numbers()[static_cast<std::size_t>(row)])
                                 : std::nullopt);
        }
        return values;
    });
}

std::vector<std::optional<std::string>> Table::texts(std::string_view column) const {
    return guarded([&] {
        const Column& found = state_->table.column(column);
        std::vector<std::optional<std::string>> values;
        for (std::int64_t row = 0; row < found.size(); ++row) {
            values.push_back(found.valid(row) ? std::optional(found.text(row)) : std::nullopt);
        }
        return values;
    });
}

struct TableBuilder::State {
    std::vector<ColumnPtr> columns;
};

TableBuilder::TableBuilder() : state_(std::make_unique<State>()) {}
TableBuilder::~TableBuilder() = default;

namespace {

template <class Value>
Validity validity_of(const std::vector<std::optional<Value>>& values) {
    Validity validity(static_cast<std::int64_t>(values.size()));
    bool whole = true;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (values[row]) continue;
        validity.set_missing(static_cast<std::int64_t>(row));
        whole = false;
    }
    return whole ? Validity() : validity;
}

[[noreturn]] void refuse_value(const std::string& column, std::size_t row, std::string_view what) {
    throw lethe::Error(lethe::ErrorKind::input,
                       fmt::format("column \"{}\", row {}: {}", column, row + 1, what));
}

}  // namespace

TableBuilder& TableBuilder::add_numbers(std::string name,
                                        const std::vector<std::optional<double>>& values) {
    guarded([&] {
        std::vector<double> numbers;
        for (std::size_t row = 0; row < values.size(); ++row) {
            if (!std::isfinite(values[row].value_or(0))) {
                refuse_value(name, row,
                             "a number must be finite; leave it out where it is missing");
            }
            numbers.push_back(values[row].value_or(0));
        }
        state_->columns.push_back(
            Column::numeric(std::move(name), std::move(numbers), validity_of(values)));
    });
    return *this;
}

TableBuilder& TableBuilder::add_texts(std::string name,
                                      const std::vector<std::optional<std::string>>& values) {
    guarded([&] {
        std::vector<std::string> texts;
        for (std::size_t row = 0; row < values.size(); ++row) {
            std::string text = values[row].value_or("");
            const Utf8Check check = check_utf8(text);
            if (check.bad || check.valid != text.size()) {
                refuse_value(name, row, "a text must be UTF-8, without zero bytes");
            }
            texts.push_back(std::move(text));
        }
        const ColumnPtr column = Column::from_texts(name, lethe::Kind::nominal, texts);
        std::vector<std::int32_t> codes(column->codes().begin(), column->codes().end());
        const Validity validity = validity_of(values);
        for (std::size_t row = 0; row < values.size(); ++row) {
            if (!values[row]) codes[row] = 0;
        }
        state_->columns.push_back(Column::categories(std::move(name), lethe::Kind::nominal,
                                                     std::move(codes), column->dictionary_ptr(),
                                                     validity));
    });
    return *this;
}

Table TableBuilder::build() const {
    return guarded([&] { return outside(lethe::Table(state_->columns)); });
}

Table read_table(const std::string& source, const ReadOptions& options, const Context& context) {
    return guarded([&] {
        const Inside run(context);
        lethe::ReadOptions read;
        read.columns = options.columns;
        read.separator = options.separator;
        read.header = options.header;
        read.encoding = options.encoding;
        read.missing = options.missing;
        read.sheet = options.sheet;
        return outside(lethe::read_table(run.context(), source, read));
    });
}

void write_table(const Table& table, const std::string& path, const Context& context) {
    guarded([&] {
        const Inside run(context);
        lethe::write_table(run.context(), inside(table), path);
    });
}

}  // namespace lethe::api
