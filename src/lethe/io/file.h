// Small file helpers with the house's rules: output appears whole or not at all.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace lethe {

std::string read_file(const std::string& path);  // Error(io)

// Calls `write(temporary)` with a path where nothing is yet, flushes what it wrote to disk and
// moves it to `path`; removes it if anything throws. An existing file keeps its permissions; a
// private file is readable by its owner alone. Error(io) names `path` and the reason. For several
// files that belong together: io/bundle.h.
void write_atomically(const std::string& path, bool is_private,
                      const std::function<void(const std::string& temporary)>& write);
void write_file(const std::string& path, std::string_view bytes, bool is_private = false);

std::string file_sha256(const std::string& path);  // hex; Error(io)

}  // namespace lethe
