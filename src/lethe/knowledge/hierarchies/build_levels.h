// Hierarchies made from values: numbers joined to intervals, ordered categories to runs, codes cut
// short, days to months and years, rare values to "other" or one after the other to "*". Each
// function gives the line of every
// value, in the order in which they came; what is missing has no line. Labels follow from the
// options alone and not from the data, but for those of an order (the categories themselves), of
// rare values and of priorities.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/written/date_units.h"
#include "lethe/data/written/notation.h"
#include "lethe/knowledge/hierarchies/level_table.h"

namespace lethe {

struct IntervalLevels {
    std::optional<double> width = {};  // of the first level; else the cut points are given
    std::vector<double> cuts = {};     // ascending, at least two: [cuts[0], cuts[1]), ...
    std::int64_t fan = 2;              // 2 to 1000: each further level joins so many intervals
    std::optional<double> from = {};   // with a width: where intervals begin, and numbers end
    std::optional<double> to = {};     // with a width: where they end
    std::optional<std::int64_t> most_levels = {};  // between the values and "*"
    NotationPtr notation = {};                     // of the column: how ends are written
};

// What is wrong with them, by the names width, cuts, from and to.
Problems problems_of(const IntervalLevels& options);

// Level 1: half-open intervals "[20, 25)"; numbers below the first and from the end of the last on
// are "< 18" and ">= 65" at all levels. Without `from` intervals are counted from 0 in both
// directions, without `to` there is no end. Levels are added until nothing is left to join. Ends
// are exact decimals: a width of 0.1 gives [0.3, 0.4), and 0.3 lies in it. Error(input) where a
// number is so far from the intervals, in widths, that they cannot be counted (2^53).
LevelTable levels_by_intervals(std::span<const std::string> values, std::span<const double> numbers,
                               const IntervalLevels& options);

// So many neighbours of the level before are one group.
struct LevelGroup {
    std::int64_t size = 1;
    std::string label = {};  // none: made from what it holds
};
using GroupSizes = std::vector<LevelGroup>;  // of one level, at least one

// One side of repeated intervals. What is missing is taken from the one before it, and `snap` from
// the end of the given intervals.
struct IntervalEnd {
    std::optional<double> snap = {};   // what lies beyond its interval joins that
    std::optional<double> coded = {};  // numbers beyond are "< 18" or ">= 90"
    std::optional<double> limit = {};  // there are no numbers beyond
};

// Intervals that are given once and repeat in both directions, without gaps.
struct RepeatedIntervals {
    std::vector<double> edges;             // ascending, at least two
    std::vector<std::string> labels = {};  // one for each interval, or none
    std::vector<GroupSizes> levels = {};   // level 2 and up
    IntervalEnd lower = {};                // limit <= coded <= snap
    IntervalEnd upper = {};                // above the lower snap: snap <= coded <= limit
    NotationPtr notation = {};             // of the column: how ends are written
};

// What is wrong with them, by the names cuts, labels, join, lower and upper.
Problems problems_of(const RepeatedIntervals& options);

// Level 1: the repeated interval that holds the number. Those up to that of the lower snap are one,
// which begins where bottom coding ends; likewise above. Level l joins intervals of the level
// before by the groups of the level: where these are fewer than its intervals, again and again
// until its last one; else on through the repetitions. What they make repeats in turn. Labels are
// "[20, 30)" unless given; one that several intervals of a level have is numbered, "low-1".
// Error(input) with a count for numbers beyond a limit.
LevelTable levels_by_repeated_intervals(std::span<const std::string> values,
                                        std::span<const double> numbers,
                                        const RepeatedIntervals& options);

// How a run of neighbours is written: "a to c", "{a, b, c}", "[a, c]", or what they begin with,
// "28***".
enum class RunLabel { range, set, bounds, prefix };

struct OrderLevels {
    std::int64_t fan = 2;                          // 2 to 1000; without `levels`
    std::vector<GroupSizes> levels = {};           // taken again and again; the last may be short
    RunLabel label = RunLabel::range;              // of groups without one
    std::optional<std::int64_t> most_levels = {};  // between the values and "*"
};

// values[i] is of the category ranks[i], 0, 1, ... in their order; several spellings of one number
// are one category. Level l joins groups of the level before until one is left; a category that is
// alone in its group keeps its name. Runs that would have the same label are numbered.
LevelTable levels_by_order(std::span<const std::string> values, std::span<const std::int64_t> ranks,
                           const OrderLevels& options);

enum class TextSide { left, right };

struct Redaction {
    std::vector<std::int64_t> lengths = {};  // characters kept, descending; none: one less a level
    TextSide align = TextSide::left;         // where the values stand, in the width of the longest
    TextSide from = TextSide::right;         // where masking begins
    std::string mask = "*";                  // one character
    std::string pad = {};                    // one character beside short values; none: the mask
};

// Level l keeps lengths[l - 1] of the characters (code points) of the width of the longest value.
LevelTable levels_by_redaction(std::span<const std::string> values, const Redaction& options);

// Labels are those of date_label. Each unit lies within the next.
LevelTable levels_by_dates(std::span<const std::string> values, std::span<const CalendarDay> days,
                           std::span<const DateUnit> units);

// Level l: values that fewer than least[l - 1] people have are `other`. `least` ascends.
LevelTable levels_by_frequency(std::span<const std::string> values,
                               std::span<const std::int64_t> people,
                               std::span<const std::int64_t> least, const std::string& other);

// Values in descending priority become "*" one after the other, the least first: with t =
// min(values, most_levels) that of rank i (from 0) from level t - floor(i t / values) on. Equal
// priorities keep the order in which the values came.
LevelTable levels_by_priority(std::span<const std::string> values,
                              std::span<const double> priorities, std::int64_t most_levels);

// Level l: groups[l - 1] gives the group of each label of the level before. Error(input) where one
// has none, with how many and no value.
LevelTable levels_by_groups(std::span<const std::string> values,
                            std::span<const std::map<std::string, std::string>> groups);

}  // namespace lethe
