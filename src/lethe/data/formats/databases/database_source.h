// A table of a database as people name it:
//
//   postgresql://user@host:5432/clinic#people          also postgres://; the address as libpq has
//   it postgresql:///clinic?host=/run/postgresql#hr.people   a schema; otherwise the search path's
//   mysql://user@host:3306/clinic#people               also mariadb://; ?socket=PATH
//   sqlite:clinic.db#people                            a path as it is, up to the first "#"
//   duckdb:clinic.duckdb#hr.people
//
// Behind "#" stands a table or view, letter by letter, or a query that begins with SELECT, WITH or
// FROM. A name with a dot of its own stands in double quotes, as in SQL. Without "#" it is the only
// table that there is. Nothing behind "#" is escaped; before it, what is no letter or digit of a
// user, a password or a host is written %XX, as in every address.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lethe {

enum class DatabaseSystem { postgresql, mysql, sqlite, duckdb };

std::string_view title(DatabaseSystem system);  // "PostgreSQL"

struct DatabaseSource {
    DatabaseSystem system = DatabaseSystem::postgresql;
    std::string address;  // the address, which may hold a password, or the path of the file
    std::string schema;   // both empty: the only table, or a query
    std::string table;
    std::string query;
    std::string shown;  // as it was given, without password: for its owner

    bool is_file() const {
        return system == DatabaseSystem::sqlite || system == DatabaseSystem::duckdb;
    }
};

bool is_database(std::string_view source);
// Error(usage), without the address where it is not right.
DatabaseSource database_source(std::string_view source);
// The same with the path of its file, where it is one, as `move` has it.
std::string with_database_path(const std::string& source,
                               const std::function<std::string(const std::string&)>& move);
// Under which name files that belong to the table stand in the working folder: "hr.people".
std::string database_table_file(const std::string& source);
// What may be said of it in public, without user, host and path: "people (PostgreSQL)".
std::string database_name(std::string_view source);

}  // namespace lethe
