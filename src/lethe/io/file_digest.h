// The digest of bytes that are in memory; file_sha256 is that of a file.
#pragma once

#include <string>
#include <string_view>

namespace lethe {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace lethe
