// The parts of `lethe text`, one file each.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/session.h"

namespace lethe::cli {}  // namespace lethe::cli
