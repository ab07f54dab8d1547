// lethe help: the commands as a list, a page, man pages, completions.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/session.h"

namespace lethe::cli {

void add_help(CLI::App& app, Session& session);

}  // namespace lethe::cli
