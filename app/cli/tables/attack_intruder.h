// lethe attack --intruder: an intruder with a file of her own, other people and other columns in
// it, against a release.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/tables/policy_columns.h"

namespace lethe::cli {

struct IntruderFlags {
    std::string file;  // of the intruder; empty: this attack was not asked for
    std::string linkage;
    std::string truth;
    std::string original;
    bool many = false;
    bool one_to_one = false;
    std::optional<double> link;
    std::optional<double> possible;
    std::optional<double> precision;

    bool given() const { return !file.empty(); }
    void add_to(CLI::App& command);
};

// What other flags of the command say to this attack.
struct IntruderRun {
    IntruderFlags flags;
    std::string release;
    std::vector<std::string> columns;  // of the release, to compare; empty: all
    PolicyColumns::Flags policy;       // its maps pair columns here: INTRUDER=RELEASE
    std::string log;
    bool method_unknown = false;  // otherwise she has the record beside the release
    std::string private_output;
    std::string output;
    ReadFlags read;
};

void run_intruder(Session& session, IntruderRun run);

}  // namespace lethe::cli
