// The number of rows that agree with each row, where missing agrees with anything.
//
// Agreement is not an equivalence (1 agrees with missing and missing with 2), so rows cannot be
// grouped. But two rows agree exactly when they are equal on the columns that both hold, and which
// columns a row holds is its pattern; nearly all rows share a few patterns. So equal rows (missing
// being a value) become one tuple with a weight, the tuples are sorted by pattern, and
//
//   - patterns with many tuples are matched two at a time by hash tables (matching_tables.h): a
//     look-up for each pattern and tuple;
//   - tuples of rare patterns are matched with all others by a descent through the columns
//     (matching_tree.h), whose cost does not depend on the number of patterns.
//
// A pattern counts as rare where the descent is expected to take fewer steps than the look-ups.
// With p patterns and d different rows the cost is at most that of p x d look-ups, and of d x d
// comparisons where most values are missing in many columns, so that hardly two rows share a
// pattern.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/data/group_keys.h"
#include "lethe/data/groups.h"
#include "lethe/data/matching_tables.h"
#include "lethe/data/matching_tree.h"
#include "lethe/data/row_keys.h"
#include "lethe/data/tuples.h"

namespace lethe {
namespace {

constexpr std::size_t kFewTuples = 8;  // not worth tables of their own

// How many patterns, from the first, are to be matched by tables.
template <std::size_t kWords>
std::size_t frequent_patterns(const Tuples<kWords>& all, double steps) {
    const auto frequent = [&](const Pattern<kWords>& pattern) {
        return pattern.tuples() > kFewTuples &&
               static_cast<double>(pattern.tuples()) * steps >= static_cast<double>(pattern.begin);
    };
    return static_cast<std::size_t>(
        std::partition_point(all.patterns.begin(), all.patterns.end(), frequent) -
        all.patterns.begin());
}

// For each class the number of rows that agree with its rows.
template <std::size_t kWords>
std::vector<std::int64_t> match_classes(const Context& context,
                                        std::span<const ColumnCodes> columns,
                                        std::span<const Field> fields, const Groups& groups) {
    const auto all = sorted_tuples<kWords>(context, columns, fields, groups);
    const Descent descent = plan_descent(all, fields);
    const std::size_t frequent = frequent_patterns(all, descent.steps);
    const std::size_t first_rare =
        frequent < all.patterns.size() ? all.patterns[frequent].begin : all.size();
    std::vector<std::int64_t> matches = all.weights;
    std::fill(matches.begin() + static_cast<std::ptrdiff_t>(first_rare), matches.end(), 0);
    match_by_tables(context, all, frequent, std::span(matches));
    match_by_tree(context, all, descent.fields, first_rare, std::span(matches));
    std::vector<std::int64_t> of_class;
    of_class.reserve(all.size());
    for (const std::uint32_t place : all.place_of_class) of_class.push_back(matches[place]);
    return of_class;
}

std::vector<std::int64_t> match_classes_of_any_width(const Context& context,
                                                     std::span<const ColumnCodes> columns,
                                                     const Groups& groups) {
    const std::vector<Field> fields = lay_out(columns);
    const std::size_t words = fields.back().word + 1;
    if (words <= 1) return match_classes<1>(context, columns, fields, groups);
    if (words <= 2) return match_classes<2>(context, columns, fields, groups);
    if (words <= 4) return match_classes<4>(context, columns, fields, groups);
    if (words <= 8) return match_classes<8>(context, columns, fields, groups);
    return match_classes<kMostIncomplete + 1>(context, columns, fields, groups);
}

// The columns with missing values, and all others folded into one.
std::vector<ColumnCodes> fold_complete(const Context& context, std::vector<ColumnCodes> columns,
                                       std::int64_t rows) {
    const auto complete = std::stable_partition(
        columns.begin(), columns.end(), [](const ColumnCodes& c) { return c.has_missing(); });
    if (columns.end() - complete < 2) return columns;
    ColumnCodes folded(group_keys(context, row_keys(context, {complete, columns.end()}, rows)));
    columns.erase(complete, columns.end());
    columns.push_back(std::move(folded));
    return columns;
}

}  // namespace

std::vector<std::int64_t> matching_rows(const Context& context, const Table& table,
                                        std::span<const std::string> names) {
    const std::vector<ColumnCodes> columns =
        fold_complete(context, column_codes(context, table, names), table.rows());
    const auto incomplete = static_cast<std::size_t>(std::count_if(
        columns.begin(), columns.end(), [](const ColumnCodes& c) { return c.has_missing(); }));
    if (incomplete > kMostIncomplete) {
        throw Error(ErrorKind::usage,
                    fmt::format("{} of the chosen columns have missing values; rows can be matched "
                                "on at most {} such columns",
                                incomplete, kMostIncomplete));
    }
    const Groups groups = group_keys(context, row_keys(context, columns, table.rows()));
    const std::vector<std::int64_t> of_class =
        incomplete > 0 ? match_classes_of_any_width(context, columns, groups) : groups.sizes;
    std::vector<std::int64_t> matches(groups.class_of.size());
    parallel_chunks(context, table.rows(), [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end);
             ++row) {
            matches[row] = of_class[static_cast<std::size_t>(groups.class_of[row])];
        }
    });
    return matches;
}

}  // namespace lethe
