#include "studio/row_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_set>

#include "lethe/core/error.h"

namespace lethe::studio {
namespace {

constexpr std::size_t kMostConditions = 100;
constexpr std::size_t kMostListed = 10000;

[[noreturn]] void refuse(const std::string& why) {
    throw Error(ErrorKind::usage, why, {{}, 0, 0, "filter"});
}

double number_in(const Json& condition, const char* name) {
    if (!condition.contains(name) || !condition[name].is_number()) {
        refuse(fmt::format("needs {} as a number", name));
    }
    return condition[name].get<double>();
}

const Json& list_in(const Json& condition, const char* name) {
    const Json& list = condition[name];
    if (!list.is_array()) refuse(fmt::format("needs {} as a list", name));
    if (list.size() > kMostListed) {
        refuse(fmt::format("{} has more than {} entries", name, kMostListed));
    }
    return list;
}

RowList every_row(const Table& table) {
    RowList rows(static_cast<std::size_t>(table.rows()));
    std::iota(rows.begin(), rows.end(), 0U);
    return rows;
}

RowList listed_rows(const Table& table, const Json& condition) {
    RowList rows;
    for (const Json& one : list_in(condition, "rows")) {
        if (!one.is_number_integer() || one.get<std::int64_t>() < 1 ||
            one.get<std::int64_t>() > table.rows()) {
            refuse("names a row that is not there");
        }
        rows.push_back(static_cast<std::uint32_t>(one.get<std::int64_t>() - 1));
    }
    return rows;
}

void keep_range(RowList& rows, const Column& column, const Json& condition) {
    if (!column.is_numeric()) refuse("only numbers have a range");
    const double from = number_in(condition, "from"), to = number_in(condition, "to");
    const bool closed = condition.contains("closed") && condition["closed"] == true;
    const std::span<const double> numbers = column.numbers();
    std::erase_if(rows, [&](std::uint32_t row) {
        const double value = numbers[row];
        return !column.valid(row) || value < from || (closed ? value > to : value >= to);
    });
}

void keep_values(RowList& rows, const Column& given, const Json& list, bool wanted) {
    std::unordered_set<std::string> named;
    for (const Json& one : list) {
        if (!one.is_string()) refuse("values are texts");
        named.insert(one.get<std::string>());
    }
    const ColumnPtr spelled = given.is_numeric() ? given.as_kind(Kind::nominal) : nullptr;
    const Column& column = spelled ? *spelled : given;
    const Dictionary& dictionary = column.dictionary();
    std::vector<char> kept(dictionary.size());
    for (std::size_t code = 0; code < kept.size(); ++code) {
        kept[code] = named.contains(dictionary[code]) == wanted ? 1 : 0;
    }
    const std::span<const std::int32_t> codes = column.codes();
    std::erase_if(rows, [&](std::uint32_t row) {
        return !column.valid(row) || kept[static_cast<std::size_t>(codes[row])] == 0;
    });
}

void keep_where(RowList& rows, const Table& table, const Json& condition) {
    if (!condition.contains("column") || !condition["column"].is_string()) {
        refuse("needs the name of a column, or rows");
    }
    const Column& column = table.column(condition["column"].get<std::string>());
    if (condition.contains("values")) {
        keep_values(rows, column, list_in(condition, "values"), true);
    } else if (condition.contains("without")) {
        keep_values(rows, column, list_in(condition, "without"), false);
    } else {
        keep_range(rows, column, condition);
    }
}

}  // namespace

RowList rows_where(const Table& table, const Json& filter) {
    if (!filter.is_array()) refuse("has to be a list of conditions");
    if (filter.size() > kMostConditions) {
        refuse(fmt::format("has more than {} conditions", kMostConditions));
    }
    if (table.rows() > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
        refuse("there are too many rows to choose from");
    }
    const Json* listed = nullptr;
    for (const Json& condition : filter) {
        if (!condition.is_object()) refuse("conditions are objects");
        if (!condition.contains("rows")) continue;
        if (listed != nullptr) refuse("rows are listed once");
        listed = &condition;
    }
    RowList rows = listed != nullptr ? listed_rows(table, *listed) : every_row(table);
    for (const Json& condition : filter) {
        if (!condition.contains("rows")) keep_where(rows, table, condition);
    }
    rows.shrink_to_fit();
    return rows;
}

}  // namespace lethe::studio
