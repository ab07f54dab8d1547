// The commands as data: what every help page, man page and completion is made from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "lethe/core/json.h"

namespace lethe::cli {

struct DescribedOption {
    std::vector<std::string> names;  // "-o", "--output"; of an argument its one name
    std::string value;               // what it takes ("FILE"); empty: nothing
    std::string text;
    std::string usual;  // its default, where it has one
    bool required = false;
    bool positional = false;
};

struct DescribedCommand {
    std::string name;  // "text sanitize"; empty: the program itself
    std::string text;
    std::vector<DescribedOption> options;
    std::vector<std::string> examples;  // lines, as they are typed
    std::string footer;                 // with the examples
    bool is_group = false;              // only holds other commands
};

// Of the program and all its commands, a group before what it holds.
std::vector<DescribedCommand> described_commands(const CLI::App& app);

Json to_json(const DescribedCommand& command);
std::string man_page(const DescribedCommand& command,
                     const std::vector<DescribedCommand>& commands);  // roff
std::string man_name(const DescribedCommand& command);                // "lethe-text-sanitize.1"

// A script for bash, zsh or fish. Error(usage) for another shell.
std::string completion_script(const std::string& shell,
                              const std::vector<DescribedCommand>& commands);

}  // namespace lethe::cli
