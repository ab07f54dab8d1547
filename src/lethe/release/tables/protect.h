// The whole of `lethe protect`: run a plan and put the release, its record and the private log on
// disk.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/io/secret.h"
#include "lethe/release/assess/linked/linked_attack.h"
#include "lethe/release/tables/execute.h"
#include "lethe/release/tables/plan.h"

namespace lethe::release {

struct ProtectOptions {
    std::string output;           // a path, or "-": the text is returned and nothing is written
    std::string source;           // for the private log
    std::string source_digest;    // empty where there is none
    bool assess = false;          // attack and measure as well; the results go into the record
    bool replace = false;         // a table of a database that is there already
    std::string vault = {};       // where it goes (release/tables/vault.h); empty: there is none
    const Secret* key = nullptr;  // what seals it
};

struct Protected {
    Json summary;      // {"kind": "protected", "output", "record", "rows", "steps", ...}
    std::string text;  // CSV, when the output is "-"
    std::vector<std::string> warnings;
    Json guarantees = Json::array();  // counted in the written file (counts/guarantees.h)
};

// Carries out the plan and writes the release, and counts in what was written how many people share
// their values: whether each promised k holds is in the summary and the record, and a warning says
// so where one does not. In the columns that
// people are compared by, numbers that are equal are written alike (data/numbers/one_spelling.h);
// rows keep their order, with a warning where it tells (release/tables/row_order.h), or have a
// random one, which the private log knows. All files are written to temporaries first; an error
// leaves older files as they were.
Protected protect_table(const Plan& plan, std::uint64_t seed, const ProtectOptions& options,
                        const Context& context);

// The same for a table that was masked by other means than the plan's steps.
Protected write_release(const Plan& plan, const Execution& execution, std::uint64_t seed,
                        const ProtectOptions& options, const Context& context);

// The same in two steps, for who wants to see what will be written before it is.
struct PreparedRelease {
    Execution execution;  // as it is released: spelt alike, in the order of the release
    Json measured;        // attacks and losses where they were asked for, otherwise null
};
PreparedRelease prepare_release(const Plan& plan, const Execution& execution, std::uint64_t seed,
                                const std::string& source_digest, bool assess,
                                const Context& context);
Protected write_prepared(const Plan& plan, const PreparedRelease& prepared, std::uint64_t seed,
                         const ProtectOptions& options, const Context& context);

// What holds in a release that is not written (counts/guarantees.h).
Json unwritten_guarantees(const Plan& plan, const PreparedRelease& prepared,
                          const Context& context);

// A release that its owner keeps in memory: all that would be written, but for the digests of
// files.
struct UnwrittenRelease {
    Json record;
    Json private_log;
    Json summary;                       // as of Protected, without the names of files
    std::vector<std::string> warnings;  // of promises that do not hold
};
UnwrittenRelease unwritten_release(const Plan& plan, const PreparedRelease& prepared,
                                   std::uint64_t seed, const ProtectOptions& options,
                                   const Context& context);

// The parts of a release, for who writes several tables (tables/linked).

// Attacks on what the intruder of the policy knows, and losses; `links`: what she knows beside of
// rows in other tables.
Json measured_release(const Plan& plan, const Execution& execution, std::uint64_t seed,
                      const Context& context, std::optional<LinkedKnowledge> links = {});
// Reads columns of a release that was written.
using ReadBack = std::function<Table(std::span<const std::string> columns)>;
// What holds in the release, by what was written, or by the table where nothing is.
Json guarantees_of(const Context& context, const Plan& plan, const Execution& execution,
                   const ReadBack& read_back);
// The record; it carries the digest of the release where that is a file.
Json full_record(const Plan& plan, const Execution& execution, const std::string& output,
                 const std::string& digest, const Json& guarantees, const Json& measured);
Json full_log(const Plan& plan, const PreparedRelease& prepared, std::uint64_t seed,
              const ProtectOptions& options, const Context& context);
// Of the columns that are released, without keys and pseudonyms.
Json shown_distributions(const Plan& plan, const Execution& execution, const Context& context);
// What was done, behind where it went.
Json with_what_was_done(Json summary, const Plan& plan, const PreparedRelease& prepared,
                        const Json& guarantees);

// What a plan would do: {"kind": "plan", "columns": [...], "steps": [...]}.
Json plan_summary(const Plan& plan);

}  // namespace lethe::release
