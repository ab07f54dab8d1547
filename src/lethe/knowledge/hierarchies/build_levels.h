// Hierarchies made from values: numbers joined to intervals, ordered categories to runs, codes cut
// short, days to months and years, rare values to "other". Each function gives the line of every
// value, in the order in which they came; what is missing has no line. Labels follow from the
// options alone and not from the data, but for those of an order (the categories themselves) and of
// rare values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/hierarchies/level_table.h"

namespace lethe {

struct IntervalLevels {
    std::optional<double> width = {};  // of the first level; else the cut points are given
    std::vector<double> cuts = {};     // ascending, at least two: [cuts[0], cuts[1]), ...
    std::int64_t fan = 2;              // 2 to 1000: each further level joins so many intervals
    std::optional<double> from = {};   // with a width: where intervals begin, and numbers end
    std::optional<double> to = {};     // with a width: where they end
    std::optional<std::int64_t> most_levels = {};  // between the values and "*"
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

// values[i] is of the category ranks[i], 0, 1, ... in their order; several spellings of one number
// are one category. Level l joins fan^l neighbours: "a to c", and "a" where it is alone.
LevelTable levels_by_order(std::span<const std::string> values, std::span<const std::int64_t> ranks,
                           std::int64_t fan, std::optional<std::int64_t> most_levels = {});

// Level l keeps the first lengths[l - 1] characters (code points), and fills up to the longest
// value with "*". `lengths` descends; none: one character less a level.
LevelTable levels_by_prefixes(std::span<const std::string> values,
                              std::span<const std::int64_t> lengths);

struct CalendarDay {
    int year = 0;
    int month = 0;  // 1 to 12
    int day = 0;
};

enum class DateUnit { day, month, quarter, year, decade };  // each within the next

std::string_view name(DateUnit unit);
std::optional<DateUnit> date_unit_named(std::string_view name);
std::vector<std::string_view> date_unit_names();

// "2020-02-27", "2020-02", "2020-Q1", "2020", "2020s"; `units` ascends.
LevelTable levels_by_dates(std::span<const std::string> values, std::span<const CalendarDay> days,
                           std::span<const DateUnit> units);

// Level l: values that fewer than least[l - 1] people have are `other`. `least` ascends.
LevelTable levels_by_frequency(std::span<const std::string> values,
                               std::span<const std::int64_t> people,
                               std::span<const std::int64_t> least, const std::string& other);

// Level l: groups[l - 1] gives the group of each label of the level before. Error(input) where one
// has none, with how many and no value.
LevelTable levels_by_groups(std::span<const std::string> values,
                            std::span<const std::map<std::string, std::string>> groups);

}  // namespace lethe
