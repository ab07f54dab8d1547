// Small things that the readers of databases share. Only for data/formats/databases.
#pragma once

#include <string>
#include <string_view>

namespace lethe::formats {

// Bytes as PostgreSQL writes them: "\x00ff".
std::string hexadecimal(std::string_view bytes);
// 0.1 of four bytes is written 0.1, and not as the double 0.10000000149011612.
double shortest_double(float value);
// What a server says, on one line.
std::string one_line(std::string_view message);
// A query without what ends a statement.
std::string without_semicolon(const std::string& query);

}  // namespace lethe::formats
