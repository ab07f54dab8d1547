// The first look at a table: what each column is, which could identify someone and how much it adds
// to that, how many people are unique, and a policy to begin with.
#pragma once

#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"

namespace lethe {

struct InspectOptions {
    std::vector<std::string> columns;  // the quasi-identifiers; empty: a guess
    ReadOptions read;                  // how the table was read, for the policy
    std::string policy_file;           // where the policy will be, for the next command
};

// {"kind": "inspection", "data", "columns": [...], "dropped", "classes", "lost", "ranking",
// "pairs", "triples", "warnings", "policy", "next"}. Counts, means and deviations; no value of the
// data but missing codes of a known list. "classes" are those of the quasi-identifiers, "lost" says
// for some k how many rows lie in classes of fewer. "ranking" says of each of them how many people
// are unique in it alone and in all but it, those that add most first. "policy" is a policy file in
// which every column has a line, "next" what to run then.
Json inspect(const Context& context, const Table& table, const std::string& source,
             const InspectOptions& options = {});

}  // namespace lethe
