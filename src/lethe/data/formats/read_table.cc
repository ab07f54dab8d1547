#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "lethe/core/error.h"
#include "lethe/data/formats/apart/read_apart.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/data/formats/databases/read_databases.h"
#include "lethe/data/formats/many_files.h"
#include "lethe/data/formats/read_typed.h"
#include "lethe/data/formats/table_format.h"

namespace lethe {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string_view skip_blanks_and_comments(std::string_view text) {
    while (!text.empty()) {
        if (std::isspace(static_cast<unsigned char>(text.front())) != 0) {
            text.remove_prefix(1);
        } else if (text.starts_with("--")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else if (text.starts_with("/*")) {
            const std::size_t end = text.find("*/");
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
        } else {
            break;
        }
    }
    return text;
}

Table read_database(const Context& context, const DatabaseSource& source,
                    const ReadOptions& options) {
    switch (source.system) {
        case DatabaseSystem::postgresql:
            return formats::read_postgres(context, source, options);
        case DatabaseSystem::mysql:
            return formats::read_mysql(context, source, options);
        case DatabaseSystem::sqlite:
            return formats::read_sqlite(context, source, options);
        case DatabaseSystem::duckdb:
            return formats::read_duckdb_file(context, source, options);
    }
    throw Error(ErrorKind::internal, "a system of databases that nobody reads");
}

}  // namespace

bool is_query(std::string_view source) {
    const std::string_view text = skip_blanks_and_comments(source);
    for (const std::string_view keyword : {"select", "with", "from"}) {
        if (text.size() <= keyword.size() || lower(text.substr(0, keyword.size())) != keyword) {
            continue;
        }
        const char next = text[keyword.size()];
        if (std::isspace(static_cast<unsigned char>(next)) != 0 ||
            std::string_view("('\"*").find(next) != std::string_view::npos ||
            text.substr(keyword.size()).starts_with("/*")) {
            return true;
        }
    }
    return false;
}

bool is_no_file(std::string_view source) { return is_query(source) || is_database(source); }

std::string source_name(std::string_view source) {
    if (is_query(source)) return "a query";
    if (is_database(source)) return database_name(source);
    return std::filesystem::path(source).filename().string();
}

Table read_table(const Context& context, const std::string& source, const ReadOptions& options) {
    std::error_code ignored;
    if (is_query(source) && !std::filesystem::exists(source, ignored)) {
        return formats::read_query(context, source, options);
    }
    if (is_database(source)) return read_database(context, database_source(source), options);
    const std::vector<std::string> files = table_files(source);
    if (files.size() > 1) return formats::read_files(context, files, options);
    return formats::read_one_file(context, files.front(), options);
}

namespace formats {

Table read_one_file(const Context& context, const std::string& path, const ReadOptions& options) {
    const TableFormat& format = table_format(options.format ? *options.format : format_of(path));
    if (options.sheet && format.format != Format::xlsx) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} has no sheets; leave out the option sheet", format.title),
                    {path, 0, 0, {}});
    }
    return format.apart ? read_apart(context, format, path, options)
                        : format.read(context, path, options);
}

}  // namespace formats
}  // namespace lethe
