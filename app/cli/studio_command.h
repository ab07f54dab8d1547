// lethe studio: the studio in the browser.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/session.h"

namespace lethe::cli {

void add_studio(CLI::App& app, Session& session);

}  // namespace lethe::cli
