#include "lethe/data/formats/databases/database_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/redacted.h"
#include "lethe/data/formats/table_files.h"

namespace lethe {
namespace {

constexpr std::array<std::pair<std::string_view, DatabaseSystem>, 6> kSchemes{{
    {"postgresql://", DatabaseSystem::postgresql},
    {"postgres://", DatabaseSystem::postgresql},
    {"mysql://", DatabaseSystem::mysql},
    {"mariadb://", DatabaseSystem::mysql},
    {"sqlite:", DatabaseSystem::sqlite},
    {"duckdb:", DatabaseSystem::duckdb},
}};

const std::pair<std::string_view, DatabaseSystem>* scheme_of(std::string_view source) {
    for (const auto& scheme : kSchemes) {
        if (source.starts_with(scheme.first)) return &scheme;
    }
    return nullptr;
}

// The first name of `text`, which it leaves behind: to a dot, or in double quotes. Nothing where it
// is no name.
std::optional<std::string> take_name(std::string_view& text) {
    std::string name;
    if (!text.starts_with('"')) {
        const std::size_t end = std::min(text.find('.'), text.size());
        name = text.substr(0, end);
        text.remove_prefix(end);
        return name.empty() ? std::nullopt : std::optional(name);
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] != '"') {
            name += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == '"') {
            name += text[i++];
        } else {
            text.remove_prefix(i + 1);
            return name.empty() ? std::nullopt : std::optional(name);
        }
    }
    return std::nullopt;
}

void read_names(std::string_view text, DatabaseSource& source) {
    auto name = take_name(text);
    if (name && text.starts_with('.')) {
        text.remove_prefix(1);
        source.schema = std::exchange(name, take_name(text)).value_or("");
    }
    if (!name || !text.empty()) {
        throw Error(ErrorKind::usage,
                    "what stands behind # is neither a table, such as people or hr.people (names "
                    "with dots in double quotes), nor a query",
                    {source.shown, 0, 0, {}});
    }
    source.table = *std::move(name);
}

// An unescaped sign in a password ends the address before its host, so that what follows "#" may be
// a part of the password.
void check_address(std::string_view address, std::string_view behind) {
    const std::string_view hosts = address.substr(address.find("//") + 2);
    const std::string_view authority = hosts.substr(0, hosts.find_first_of("/?"));
    const bool cut = behind.find('@') != std::string_view::npos && !is_query(behind) &&
                     authority.find(':') != std::string_view::npos &&
                     authority.find('@') == std::string_view::npos;
    const bool control = address.find_first_of(std::string_view("\0\n\r\t ", 5)) != address.npos;
    if (!cut && !control) return;
    throw Error(ErrorKind::usage,
                "the address of the database is not right: in a password the signs / ? # @ : % and "
                "blanks are written %2F %3F %23 %40 %3A %25 %20");
}

}  // namespace

std::string_view title(DatabaseSystem system) {
    constexpr std::array<std::string_view, 4> kTitles{"PostgreSQL", "MySQL", "SQLite", "DuckDB"};
    return kTitles[static_cast<std::size_t>(system)];
}

bool is_database(std::string_view source) { return scheme_of(source) != nullptr; }

DatabaseSource database_source(std::string_view text) {
    const auto* const scheme = scheme_of(text);
    if (scheme == nullptr) throw Error(ErrorKind::internal, "is not the address of a database");
    DatabaseSource source;
    source.system = scheme->second;
    source.shown = without_passwords(text);
    const std::size_t hash = std::min(text.find('#'), text.size());
    const std::string_view behind = text.substr(std::min(hash + 1, text.size()));
    source.address = text.substr(0, hash);
    if (source.is_file()) {
        source.address.erase(0, scheme->first.size());
        if (source.address.empty()) {
            throw Error(
                ErrorKind::usage,
                fmt::format("give the file of the database: {}clinic.db#people", scheme->first));
        }
    } else {
        check_address(source.address, behind);
    }
    if (is_query(behind)) {
        source.query = behind;
    } else if (hash < text.size()) {
        read_names(behind, source);
    }
    return source;
}

std::string with_database_path(const std::string& source,
                               const std::function<std::string(const std::string&)>& move) {
    const auto* const scheme = scheme_of(source);
    const bool is_file = scheme != nullptr && scheme->first.ends_with(':');
    if (!is_file) return source;
    const std::size_t begin = scheme->first.size();
    const std::size_t hash = std::min(source.find('#'), source.size());
    return source.substr(0, begin) + move(source.substr(begin, hash - begin)) + source.substr(hash);
}

std::string database_table_file(const std::string& text) {
    const DatabaseSource source = database_source(text);
    std::string name = source.schema.empty() ? source.table : source.schema + "." + source.table;
    if (name.empty()) name = "query";
    std::ranges::replace_if(
        name, [](char c) { return c == '/' || c == '\0' || c == '\n'; }, '_');
    return name.starts_with('.') ? "_" + name : name;
}

std::string database_name(std::string_view text) {
    const DatabaseSource source = database_source(text);
    if (!source.query.empty()) return fmt::format("a query ({})", title(source.system));
    if (source.table.empty()) return fmt::format("a table ({})", title(source.system));
    return fmt::format("{} ({})", source.table, title(source.system));
}

}  // namespace lethe
