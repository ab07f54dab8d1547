// Commands that a result proposes to run next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lethe/method/data_kind.h"

namespace lethe::release {

// A path or name as a shell takes it for one word, an address without its password; "DATA" for
// standard input.
std::string shell_word(const std::string& text);

// "lethe protect network.gml": a command with the files of data of this kind, and --data where the
// name of the first does not tell it.
std::string data_command(std::string_view command, DataKind kind,
                         const std::vector<std::string>& files);

}  // namespace lethe::release
