// An operation as a command: what an option is called there, and the command that asks for the same
// as some options do. The command line makes its flags by the same rules, so whoever types what is
// written here gets the same answer.
//
//   true or false       --dry-run; one that is true unless it is turned off: --no-refine
//   a list              the flag is repeated, or commas separate where the schema says so
//   a table             NAME=VALUE, repeated
//   anything else       --flag VALUE; where it is shown as "[SOURCE]", --flag=VALUE
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/json.h"
#include "lethe/method/parameter.h"
#include "lethe/operation/operation.h"

namespace lethe::operation {

enum class FlagKind { on, off, text, texts, pairs };
FlagKind flag_kind(const Parameter& parameter);

// "--dry-run" of "dry_run".
std::string flag_of(const std::string& option);

// The words of the command, "lethe" first. Options that have their default are left out.
std::vector<std::string> command_words(const Operation& operation, const Json& options,
                                       std::optional<std::uint64_t> seed = {});
// As a shell takes it.
std::string command_text(const std::vector<std::string>& words);
// The same as a call of the package for Python: lethe.run("protect", "table", {...}, seed=7). Needs
// kPythonHead before it.
std::string python_text(const Operation& operation, const Json& options,
                        std::optional<std::uint64_t> seed = {});
inline constexpr std::string_view kPythonHead = "import lethe\n\n";

}  // namespace lethe::operation
