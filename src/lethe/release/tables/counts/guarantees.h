// What a release guarantees, counted in the file that was written: how many people share the same
// values, text by text, whatever the methods that made it believe. The counts are made by a sort
// over texts and share no code with any method; but a table with very many combinations and gaps is
// counted by data/groups, where missing agrees with anything.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/formats/table_files.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/counts/model_counts.h"
#include "lethe/release/tables/counts/set_counts.h"

namespace lethe::release {

// How a missing value is read when people are compared.
enum class MissingReading {
    own,  // a value like others: equal to missing and to nothing else
    any,  // it agrees with every value
};

std::string_view name(MissingReading reading);

// People who share their values on some columns.
struct SharedValues {
    std::int64_t people = 0;
    std::int64_t smallest = 0;  // fewest people who share their values; 0 in an empty table
    std::int64_t groups = 0;    // different combinations
    std::int64_t below = 0;     // people who share theirs with fewer than k - 1 others
    std::int64_t unique = 0;    // people whose values nobody shares
};

// Equal is what is written alike. `k` only decides about `below`. With `any`, the people a person
// agrees with are counted; that takes (different combinations) x (patterns of missing values).
SharedValues count_shared(const Context& context, const Table& table,
                          std::span<const std::string> columns, MissingReading reading,
                          std::int64_t k);

// k that a step of a record promises on some columns.
struct Promise {
    std::string method;
    std::int64_t k = 0;
    std::vector<std::string> columns;
    MissingReading missing = MissingReading::own;
    // Of a step that enforces privacy models: these, and its place among the steps; k is what they
    // ask of every class, 0 where they ask for no size.
    std::optional<ModelClaim> models = {};
    std::size_t step = 0;
    std::optional<SetClaim> sets = {};  // of a step that enforces k^m-anonymity; k is 0 then
};

// By the properties of the methods, step by step: a method that masks groups of columns apart
// promises k on each; one that runs another inside clusters promises what that does. In a k by
// column nothing is promised. An evolved file promises the k that it was asked to keep. `steps` are
// those of a release record.
std::vector<Promise> promises_of(const Json& steps);

// The promises and how they stand in the table: an array of {"scope": "step", "method", "k",
// "columns", "missing": "own", "people", "smallest", "groups", "below", "unique", "holds",
// "with_missing"}, and last, where no step promises k on just these, {"scope":
// "quasi-identifiers"} on all of them, with "unmasked" (those that no step changed) and as k the
// least that was promised, or null. Where values are missing, "other_reading" has the counts of the
// other reading. Columns that the table lacks are left out; "holds" is null where there was too
// much to count. Of a step that enforces privacy models "models" has each of them as it was counted
// (model_counts.h), and "holds" is that of all; `found` has the tables that such steps found, by
// their places, as Execution has them. k^m-anonymity of sets is told in the same way
// (set_counts.h).
Json count_guarantees(const Context& context, const Table& table, const Json& steps,
                      std::span<const std::string> quasi, std::span<const std::string> unmasked,
                      const std::map<std::size_t, Table>& found = {});

// The columns of a release as they stand in a written file. `path` may have any ending.
Table read_written(const Context& context, const std::string& path, Format format,
                   const Table& release, std::span<const std::string> columns);

}  // namespace lethe::release
