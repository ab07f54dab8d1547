// attack, of tables: an intruder with a file of her own, other people and other columns in
// it, against a release.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/operation/operation.h"
#include "lethe/operation/shared/policy_columns.h"
#include "lethe/operation/shared/table_source.h"

namespace lethe::operation {

struct IntruderOptions {
    std::string intruder;  // her file; empty: this attack was not asked for
    std::string linkage;
    std::string truth;
    bool many = false;
    bool one_to_one = false;
    std::optional<double> threshold;
    std::optional<double> possible;
    std::optional<double> precision;

    bool given() const { return !intruder.empty(); }
    static Schema<IntruderOptions> schema();
};

// What other options say to this attack.
struct IntruderRun {
    IntruderOptions options;
    std::string original;  // holds the truth, row by row; empty: not known
    std::string release;
    std::vector<std::string> columns;  // of the release, to compare; empty: all
    PolicyColumns::Options policy;     // its maps pair columns here: INTRUDER=RELEASE
    std::string log;
    bool method_unknown = false;  // otherwise she has the record beside the release
    std::string private_output;
    std::string output;
    TableReading read;
};

// What options say beside each other; adds every problem.
void check_intruder(const IntruderOptions& options, const Door& door, Problems& problems);

Answer run_intruder(Door& door, IntruderRun run);

}  // namespace lethe::operation
