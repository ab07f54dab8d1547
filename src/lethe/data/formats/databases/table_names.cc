#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/did_you_mean.h"
#include "lethe/core/error.h"
#include "lethe/data/formats/databases/read_databases.h"

namespace lethe::formats {
namespace {

constexpr std::size_t kMostTableNames = 20;

std::string quoted(const std::string& name) {
    const bool plain =
        !name.empty() && name.find_first_of(".\"") == std::string::npos && !is_query(name);
    if (plain) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
    return text + '"';
}

std::vector<std::string> shown_names(const std::vector<TableName>& tables) {
    std::vector<std::string> texts;
    for (const TableName& one : tables) texts.push_back(one.text());
    return texts;
}

}  // namespace

std::string TableName::text() const {
    return schema.empty() ? quoted(table) : quoted(schema) + "." + quoted(table);
}

TableName only_table(const std::vector<TableName>& tables, const DatabaseSource& source) {
    if (tables.size() == 1) return tables.front();
    const Place place{source.shown, 0, 0, {}};
    if (tables.empty()) {
        throw Error(ErrorKind::usage, "the database has no table that can be read", place);
    }
    std::vector<std::string> names = shown_names(tables);
    const std::size_t more = names.size() - std::min(names.size(), kMostTableNames);
    names.resize(names.size() - more);
    throw Error(ErrorKind::usage,
                fmt::format("name a table behind #, one of: {}{}", fmt::join(names, ", "),
                            more == 0 ? "" : fmt::format(" and {} more", more)),
                place);
}

void throw_unknown_table(const std::vector<TableName>& tables, const DatabaseSource& source) {
    const std::string wanted = TableName{source.schema, source.table}.text();
    std::vector<std::string> known = shown_names(tables);
    if (source.schema.empty()) {
        for (const TableName& one : tables) known.push_back(quoted(one.table));
    }
    const std::string near = nearest_name(wanted, known);
    if (known.size() > kMostTableNames && near.empty()) known.resize(kMostTableNames);
    throw Error(ErrorKind::usage, unknown_name("table", wanted, known), {source.shown, 0, 0, {}});
}

}  // namespace lethe::formats
