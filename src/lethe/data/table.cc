#include "lethe/data/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"

namespace lethe {

Table::Table(std::vector<ColumnPtr> columns) : columns_(std::move(columns)) {
    if (!columns_.empty()) rows_ = columns_.front()->size();
    std::unordered_set<std::string_view> names;
    for (const ColumnPtr& column : columns_) {
        if (!names.insert(column->name()).second) {
            throw Error(
                ErrorKind::input,
                fmt::format("two columns are named \"{}\"; names must differ", column->name()));
        }
        if (column->size() != rows_) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" has {} rows and the table has {}",
                                    column->name(), column->size(), rows_));
        }
    }
}

std::vector<std::string> Table::names() const {
    std::vector<std::string> names;
    for (const ColumnPtr& column : columns_) names.push_back(column->name());
    return names;
}

const Column* Table::find(std::string_view name) const {
    for (const ColumnPtr& column : columns_) {
        if (column->name() == name) return column.get();
    }
    return nullptr;
}

ColumnPtr Table::column_ptr(std::string_view name) const {
    for (const ColumnPtr& column : columns_) {
        if (column->name() == name) return column;
    }
    throw Error(ErrorKind::usage, unknown_name("column", name, names()));
}

const Column& Table::column(std::string_view name) const { return *column_ptr(name); }

Table Table::with(std::span<const ColumnPtr> changed) const {
    std::vector<ColumnPtr> columns = columns_;
    for (const ColumnPtr& column : changed) {
        const auto same = [&](const ColumnPtr& c) { return c->name() == column->name(); };
        const auto place = std::find_if(columns.begin(), columns.end(), same);
        if (place == columns.end()) {
            columns.push_back(column);
        } else {
            *place = Column::in_place_of(**place, column);
        }
    }
    return Table(std::move(columns));
}

Table Table::select(std::span<const std::string> names) const {
    std::vector<ColumnPtr> columns;
    for (const std::string& name : names) columns.push_back(column_ptr(name));
    return Table(std::move(columns));
}

Table Table::without(std::span<const std::string> names) const {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : columns_) {
        if (std::find(names.begin(), names.end(), column->name()) == names.end()) {
            columns.push_back(column);
        }
    }
    return Table(std::move(columns));
}

Table Table::gather(std::span<const std::int64_t> rows) const {
    std::vector<ColumnPtr> columns;
    for (const ColumnPtr& column : columns_) columns.push_back(column->gather(rows));
    return Table(std::move(columns));
}

}  // namespace lethe
