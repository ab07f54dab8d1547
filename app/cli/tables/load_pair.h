// The two tables of attack, measure and assess, with what lies beside the release: its record and
// its private log.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/tables/policy_columns.h"
#include "lethe/release/assess/assessed_pair.h"

namespace lethe::cli {

struct PairFlags {
    std::string original;
    std::string masked;
    std::vector<std::string> columns;
    PolicyColumns::Flags policy;
    std::string record;
    std::string log;
    bool method_unknown = false;
    bool aligned = false;
    double known = 100;
    double train = 0;
    ReadFlags read;

    void add_to(CLI::App& command);
    void add_scenario_to(CLI::App& command);  // whom the intruder knows: --known, --train
    // Every file that is read, for refuse_overwrite.
    std::vector<std::string> inputs() const;
};

// The release record beside a release; null where there is none, or it is of another version of it.
Json record_beside(const Session& session, const std::string& release);

// `settings`: those of the method, where --set confidential=... names columns.
AssessedPair load_pair(Session& session, const PairFlags& flags, const Json& settings);

// Where the rows of a release came from: by the log that was named, or that lies beside it and is
// of it; empty: row by row. Error(input) where they are in an order that nothing tells.
std::vector<std::int64_t> origin_of(const std::string& release, const std::string& named,
                                    std::int64_t rows);

// Error(input) where the record beside a release says that its rows are in a random order.
void check_order_kept(const std::string& release);

// {"file", "rows"}: the name of a source, without its folder.
Json file_entry(const std::string& source, std::int64_t rows);

}  // namespace lethe::cli
