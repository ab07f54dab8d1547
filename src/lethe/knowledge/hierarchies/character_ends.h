// Characters of a text in UTF-8. Only for this folder.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lethe {

// Where each character (code point) of a text ends.
inline std::vector<std::size_t> character_ends(std::string_view text) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i <= text.size(); ++i) {
        const bool begins =
            i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
        if (begins) ends.push_back(i);
    }
    return ends;
}

}  // namespace lethe
