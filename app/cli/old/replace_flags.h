// --force: no command replaces a file that Lethe did not make unless it is told to.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "lethe/release/tables/earlier_output.h"

namespace lethe::cli {

struct ReplaceFlags {
    bool force = false;

    void add_to(CLI::App& command);
    // Error(usage) where `path` is a file of somebody else.
    void check(const std::string& path, OutputKind kind, std::string_view header = {}) const;
};

}  // namespace lethe::cli
