// A table of a database that is written: in one transaction, in which it can be read back before it
// is there for others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/databases/database_source.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"

namespace lethe {

class DatabaseTarget {
  public:
    virtual ~DatabaseTarget() = default;  // without commit nothing has happened

    // Once. Columns of integers, numbers, dates, times, truths and texts have types for these;
    // decimals as they are written are numeric ones. Missing is NULL.
    virtual void write(const Table& table) = 0;
    // What was written, as it will be read.
    virtual Table read_back(const ReadOptions& options) = 0;
    virtual void commit() = 0;  // Error(io): there is nothing

  protected:
    DatabaseTarget() = default;
};

// What has to be right of a table that is to be written before there is anything to write:
// Error(usage) for queries, without a name, and for systems that cannot make a table and take it
// back.
void check_target(const std::string& target);
// Begins the transaction. Error(usage) where the table is there already, unless it may be replaced,
// which what depends on it prevents.
std::unique_ptr<DatabaseTarget> open_target(const Context& context, const std::string& target,
                                            bool replace);

}  // namespace lethe
