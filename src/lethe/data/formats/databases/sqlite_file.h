// A SQLite database that is only read, or one that is written to; what goes wrong is told in our
// words. Only for data/formats/databases.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/data/formats/databases/read_databases.h"

namespace lethe::formats {

using SqliteStatement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

class SqliteFile {
  public:
    enum class Mode { read, write };
    // To read, the file must be there; to write, it is made where it is not. Read, nothing beside
    // the file is made either. Its schema is somebody else's: what it defines may call no function
    // that does more than compute.
    SqliteFile(const Context& context, const DatabaseSource& source, Mode mode = Mode::read);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    void run(const std::string& statement);
    SqliteStatement prepare(const std::string& statement) const;  // one, that is
    bool step(sqlite3_stmt* statement) const;                     // false at the end
    std::vector<TableName> tables() const;                        // and views

  private:
    [[noreturn]] void fail(int code, bool may_hold_values) const;

    const Context& context_;
    std::string shown_;
    sqlite3* handle_ = nullptr;
};

std::string sqlite_name(std::string_view name);  // as an identifier

}  // namespace lethe::formats
