// Commands that a result proposes to run next.
#pragma once

#include <string>

namespace lethe::release {

// A path or name as a shell takes it for one word; "DATA" for standard input.
std::string shell_word(const std::string& text);

}  // namespace lethe::release
