#include "lethe/data/formats/databases/database_target.h"

#include <fmt/format.h>

#include <utility>

#include "lethe/core/error.h"
#include "lethe/data/formats/databases/write_databases.h"

namespace lethe {
namespace {

DatabaseSource checked_target(const std::string& text) {
    DatabaseSource target = database_source(text);
    const Place place{target.shown, 0, 0, {}};
    if (target.table.empty()) {
        throw Error(ErrorKind::usage, "a table is written to a name behind #, such as #release",
                    place);
    }
    const bool written =
        target.system == DatabaseSystem::postgresql || target.system == DatabaseSystem::sqlite;
    if (!written) {
        throw Error(ErrorKind::usage,
                    fmt::format("tables of {} are read only; PostgreSQL and SQLite can be written "
                                "to, and all can load a CSV or Parquet file",
                                title(target.system)),
                    place);
    }
    if (target.system == DatabaseSystem::sqlite && !target.schema.empty() &&
        target.schema != "main") {
        throw Error(ErrorKind::usage,
                    "a SQLite file has no schemas: leave out what stands before "
                    "the dot",
                    place);
    }
    return target;
}

}  // namespace

namespace formats {

void throw_table_there(const DatabaseSource& target) {
    throw Error(ErrorKind::usage,
                "the table is there already; choose another name, or give the option force to "
                "replace it",
                {target.shown, 0, 0, {}});
}

}  // namespace formats

void check_target(const std::string& target) { checked_target(target); }

std::unique_ptr<DatabaseTarget> open_target(const Context& context, const std::string& text,
                                            bool replace) {
    DatabaseSource target = checked_target(text);
    if (target.system == DatabaseSystem::sqlite) {
        return formats::sqlite_target(context, std::move(target), replace);
    }
    return formats::postgres_target(context, std::move(target), replace);
}

}  // namespace lethe
