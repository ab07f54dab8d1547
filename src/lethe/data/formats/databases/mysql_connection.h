// A connection to MySQL or MariaDB. Only for data/formats/databases.
#pragma once

#include <mysql.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/formats/databases/database_source.h"

namespace lethe::formats {

// What a statement was refused for, so that whoever asked can say more. Otherwise an Error.
struct MysqlRefusal {
    unsigned number = 0;
    std::string message;  // in our words
};

class MysqlConnection {
  public:
    // By the address and the option files of the library. Error(io) where there is none.
    MysqlConnection(const Context& context, const DatabaseSource& source);
    ~MysqlConnection();
    MysqlConnection(const MysqlConnection&) = delete;
    MysqlConnection& operator=(const MysqlConnection&) = delete;

    void run(const std::string& statement);
    std::vector<std::vector<std::string>> texts(const std::string& query);  // NULL is empty
    std::string literal(std::string_view text);

    // A result that is streamed: begin, then rows until there is none; one at a time. One that is
    // given up ends the connection.
    MYSQL_RES* begin(const std::string& query);
    MYSQL_ROW next();  // null at the end
    const unsigned long* lengths() const;
    void prepare_only(const std::string& query);  // is it one statement that can be run?

  private:
    [[noreturn]] void fail() const;
    void end_result();

    const Context& context_;
    std::string shown_;
    MYSQL* handle_ = nullptr;
    MYSQL_RES* result_ = nullptr;
};

std::string mysql_name(std::string_view name);  // as an identifier

}  // namespace lethe::formats
