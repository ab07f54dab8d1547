// Tables of databases that are written, one file a system. Only for data/formats.
#pragma once

#include <memory>

#include "lethe/data/formats/databases/database_target.h"

namespace lethe::formats {

std::unique_ptr<DatabaseTarget> postgres_target(const Context& context, DatabaseSource target,
                                                bool replace);
std::unique_ptr<DatabaseTarget> sqlite_target(const Context& context, DatabaseSource target,
                                              bool replace);
[[noreturn]] void throw_table_there(const DatabaseSource& target);

}  // namespace lethe::formats
