// The address of a MySQL database, taken apart. Only for data/formats/databases.
#pragma once

#include <string>

namespace lethe::formats {

struct MysqlAddress {
    std::string user;  // empty members: what the option files say
    std::string password;
    std::string host;
    unsigned port = 0;
    std::string database;
    std::string socket;
};

// mysql://[user[:password]@][host][:port]/database[?socket=PATH], with %XX for signs. Error(usage)
// without any part of it.
MysqlAddress mysql_address(const std::string& address);

}  // namespace lethe::formats
