// Which attacks or loss measures of vectors and graphs are run, and where their results go.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/replace_flags.h"
#include "cli/session.h"
#include "lethe/method/data_kind.h"
#include "lethe/method/method.h"
#include "lethe/release/assess/evaluate.h"

namespace lethe::cli {

struct ChoiceFlags {
    std::vector<std::string> names;
    std::vector<std::string> settings;
    std::string output;
    ReplaceFlags replace;

    void add_to(CLI::App& command, Family family, DataKind data);
    // None named: none. Error(usage) for settings of none or several.
    std::vector<Choice> choices(Family family) const;
    void check_output(const std::vector<std::string>& inputs) const;
    void finish(Session& session, const Json& result) const;
};

}  // namespace lethe::cli
