// A value hierarchy for a column, made from its values (knowledge/hierarchies).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/error.h"
#include "lethe/data/column.h"
#include "lethe/knowledge/hierarchies/build_levels.h"
#include "lethe/table/linkage/standardise.h"

namespace lethe::release {

enum class HierarchyBy { intervals, order, prefixes, dates, frequency, priority, groups, table };

// How it is made. What belongs to another way than the chosen one must not be given.
struct HierarchyRequest {
    HierarchyBy by = HierarchyBy::intervals;
    std::optional<double> width, from, to;  // intervals
    std::vector<double> cuts;               // intervals
    std::vector<double> lower, upper;  // intervals that repeat: snap, bottom or top coding, limit
    std::vector<std::string> labels;   // intervals that repeat: of the first level
    // Intervals that repeat, order: the groups of each level, "2,1" or "2=low,1=high".
    std::vector<std::string> join;
    std::optional<std::int64_t> fan;     // intervals, order: how many are joined; 2
    std::optional<std::int64_t> levels;  // intervals, order, priority: at most so many below "*"
    std::vector<std::string> order;      // order: the categories; none: sorted. priority: likewise
    RunLabel runs = RunLabel::range;     // order: how groups without a label are written
    std::vector<std::int64_t> lengths;   // prefixes: characters kept, level by level
    std::vector<std::int64_t> steps;     // prefixes: instead, characters that each level masks
    TextSide align = TextSide::left, mask_from = TextSide::right;  // prefixes
    std::optional<std::string> mask, pad;                          // prefixes: a character each
    std::vector<std::string> units;                // dates; none: month, quarter, year, decade
    std::optional<linkage::DateOrder> date_order;  // dates: where 03/04/1985 can be either
    std::vector<std::int64_t> least;               // frequency: people, level by level; none: 5
    std::optional<std::string> other;              // frequency: what rare values become; "other"
    std::string counts;  // frequency, priority: a file with columns value, count; empty: the rows
    std::vector<std::string> groups;  // groups: a file a level, with columns value, group
    std::string table;                // table: the file

    static constexpr std::int64_t kUsualFan = 2;
    static constexpr std::int64_t kUsualPriorityLevels = 10;
    // Whether intervals are of the kind that repeats.
    bool repeats() const;
    IntervalLevels intervals() const;
    RepeatedIntervals repeated_intervals() const;
    std::vector<GroupSizes> group_sizes() const;
};

// Everything that is wrong with a request by itself, by the names of its members.
Problems problems_of(const HierarchyRequest& request);

struct ColumnHierarchy {
    LevelTable table;
    std::vector<std::int64_t> people;  // with the value of each line
    std::int64_t missing = 0;          // people without a value, who have no line
    std::vector<std::string> notes;
};

// For a request without problems. Every value of the column has a line, by its text as it is
// written; so have values that only the order, the first file of groups or the table knows. Numbers
// are in their order, categories in theirs, other values sorted. Error(usage) where the column is
// not of the kind that is asked for, Error(input) for values that have no place. No message holds a
// value.
ColumnHierarchy make_hierarchy(const Context& context, const Column& column,
                               const HierarchyRequest& request);

// What read_knowledge will make of the hierarchy in a file of this name: Error(internal) unless
// it finds each value where it is. Gives what the user must know.
std::vector<std::string> check_reading(const Context& context, const std::string& file,
                                       const LevelTable& table, const std::string& text);

}  // namespace lethe::release
