// A written table as privacy models are counted in it: classes of rows that show the same texts,
// who was to be released, and the labels of values from their hierarchies. Shares no code with the
// search that enforced the models.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/data/table.h"
#include "lethe/release/tables/counts/model_claim.h"
#include "lethe/release/tables/counts/written_models.h"

namespace lethe::release {

inline constexpr double kRoundedUp = 1e-12;  // a figure is a few roundings away from what it is
inline const std::string kWithout = std::string(1, '\0');  // no text of a table

using RowLists = std::vector<std::vector<std::int64_t>>;
using LabelLine = std::vector<std::string>;

// What is counted, and in what. All of it outlives the counting.
struct ModelCounting {
    const Context& context;
    const Table& table;  // as it was written
    const Table& found;  // as the step found it
    const ModelClaim& claim;
    RowLists classes;  // rows of `table` that show the same on the claim's columns
    // Rows of `found` that were to be released; nothing where a value of the column that tells it
    // says neither yes nor no.
    std::optional<std::vector<std::int64_t>> released;
};

// Rows that show the same texts.
RowLists equal_rows(const Context& context, const Table& table,
                    const std::vector<std::string>& columns);

// All rows where no column is named. Of a column: yes, y, true, t and 1 are released; no, n, false,
// f, 0 and a missing value are not, in any case, with blanks around them, numbers by value.
std::optional<std::vector<std::int64_t>> people_to_release(const Table& found,
                                                           const std::string& column);

// The labels of each value from itself to the top, and of kWithout: of the hierarchy's file, or by
// climbing. Empty for a column without a meaning.
std::map<std::string, LabelLine> lines_of_values(const Column& column);

// What a row shows, kWithout where it shows nothing.
LabelLine labels_shown(const Table& table, const std::vector<std::string>& columns,
                       std::int64_t row);

// An item of a model that cannot be counted, with the reason in words.
Json not_counted(const WrittenModel& model, const std::string& reason);

}  // namespace lethe::release
