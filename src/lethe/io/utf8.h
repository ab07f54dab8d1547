// Is this UTF-8?
#pragma once

#include <cstddef>
#include <string_view>

namespace lethe {

struct Utf8Check {
    std::size_t valid = 0;  // so many bytes are whole characters
    bool bad = false;       // what follows is not UTF-8, or a zero byte; else it may be cut short
};

Utf8Check check_utf8(std::string_view text);

}  // namespace lethe
