// Commands made from operations: a flag for each option, an argument for each option by place.
//
//   true or false       --dry-run; one that is true unless it is turned off: --no-refine
//   a list              the flag may be repeated; commas separate where the schema says so; where
//                       it is shown as "FILE...", several may follow one flag
//   a table             NAME=VALUE, repeated
//   anything else       --flag VALUE; where it is shown as "[SOURCE]", --flag=VALUE, or --flag
//                       alone, whose value is its own name
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/session.h"
#include "lethe/operation/operation.h"

namespace lethe::cli {

// "a,b" "c" -> a, b, c. A name with a comma stands in double quotes, as in a CSV file.
std::vector<std::string> split_list(const std::vector<std::string>& items);

// Adds the command, and the group that it is in where that is new; operations outlive the app.
void add_operation(CLI::App& app, Session& session, const operation::Operation& operation);

}  // namespace lethe::cli
