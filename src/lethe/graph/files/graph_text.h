// The text of a graph's file. Only for the readers of this folder.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lethe::graph {

// The whole file in UTF-8 without byte order mark, unpacked where its name ends in .gz. Error(io);
// Error(input) where it is empty, not in the encoding, or larger than 16 GiB (unpacked).
std::string read_graph_text(const std::string& path, const std::string& encoding);

// Appends a character; U+FFFD where there is none with this number.
void append_character(std::string& out, std::uint32_t code);
// The number of "#38" or "#x26"; 0 where it is none.
std::uint32_t numbered_character(std::string_view entity);
// The character of quot, amp, lt, gt, apos; 0 for other names.
char named_character(std::string_view entity);

}  // namespace lethe::graph
