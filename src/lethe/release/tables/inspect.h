// The first look at a table: what each column is, which could identify someone and how much it adds
// to that, how many people are unique, and a policy to begin with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/roles.h"
#include "lethe/data/table.h"

namespace lethe::release {

struct InspectOptions {
    std::vector<std::string> columns;  // the quasi-identifiers; empty: a guess
    ReadOptions read;                  // how the table was read, for the policy
    std::string policy_file;           // where the policy will be, for the next command
};

struct InspectedColumn {
    struct Moments {
        double mean = 0;
        double sd = 0;
    };
    std::string name;
    Kind kind = Kind::nominal;  // as it was read; the guess says which one it should have
    RoleGuess guess;            // with what the user said
    std::int64_t missing = 0;
    std::optional<Moments> moments = {};  // of numbers that are no identifiers
    std::string label = {};               // what its file calls it beside its name
    std::string written = {};  // by an example that is nobody's value: "dates, 31.12.1999"
};

// Rows that lie in classes of fewer than k: what is lost if they are to be dropped.
struct RowsBelow {
    std::int64_t k = 0;
    std::int64_t rows = 0;
};

// Rows that are unique in one quasi-identifier alone, and in all but it.
struct RankedColumn {
    std::string column;
    std::int64_t alone = 0;
    std::int64_t without = 0;
    std::int64_t adds = 0;  // that it makes unique beside the others
};

struct UniqueTogether {
    std::vector<std::string> columns;
    std::int64_t unique = 0;
};

// Rows that agree in the quasi-identifiers.
struct InspectedClasses {
    std::vector<std::string> columns;  // the quasi-identifiers
    std::int64_t classes = 0;
    std::int64_t smallest = 0;
    std::int64_t unique = 0;
    std::map<std::int64_t, std::int64_t> histogram;  // rows in classes of each size
    std::vector<RowsBelow> lost;                     // for some k
    // Those that add most to the unique people first; where they add nothing, because others tell
    // people apart already, those that add most classes, then those with most values.
    std::vector<RankedColumn> ranking = {};
    std::vector<UniqueTogether> pairs = {};  // the sharpest
    std::vector<UniqueTogether> triples =
        {};  // none where two columns tell apart whom all of them do
};

// Counts, means and deviations; no value of the data but missing codes of a known list.
struct InspectedTable {
    std::string file;
    std::int64_t rows = 0;
    std::vector<InspectedColumn> columns;
    std::vector<std::string> dropped;         // identifiers
    std::optional<InspectedClasses> classes;  // none where there are no quasi-identifiers
    std::vector<std::string> warnings;
    std::string policy;             // a policy file in which every column has a line
    std::vector<std::string> next;  // what to run then
};
// {"kind": "inspection", "about": "original", "data": {"file", "rows", "columns"}, "columns",
// "dropped", and where there are quasi-identifiers "classes", "lost", "ranking", "pairs" and
// "triples"; "warnings", "policy", "next"}. Beside counts of rows stand their shares in percent.
Json to_json(const InspectedTable& inspected);

InspectedTable inspect(const Context& context, const Table& table, const std::string& source,
                       const InspectOptions& options = {});

}  // namespace lethe::release
