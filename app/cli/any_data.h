// Commands that take any data: `lethe protect letters` is about documents, `lethe protect x.mtx`
// about vectors. The kind follows from the data (release/data_files.h) or from --data KIND, and the
// rest of the line is read by the command of that kind.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace lethe::cli {

// The arguments (without the program's name) with the words of the command of their kind of data.
// Error(usage) where there is no such command for the kind.
std::vector<std::string> for_their_data(const CLI::App& app, std::vector<std::string> arguments);

// What is said to who asks by an old spelling, `lethe graph info`; empty: nobody does.
std::string note_of_old_spelling(const CLI::App& app, const std::vector<std::string>& arguments);

// Adds to the help pages of commands that take any data how the others are asked for.
void say_other_data(CLI::App& app);

}  // namespace lethe::cli
