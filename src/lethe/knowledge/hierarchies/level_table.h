// Value hierarchies as a table of levels: one line a value, column l its label at level l. Level 0
// is the value itself, the last level "*", which stands for everything. Each level is coarser than
// the one before: two values that are alike at a level are alike at all levels above it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

struct LevelTable {
    std::vector<std::vector<std::string>> lines;  // all equally long

    std::int64_t levels() const { return lines.empty() ? 0 : std::ssize(lines.front()); }
};

inline constexpr std::string_view kEverythingLabel = "*";

// What a level does to people.
struct LevelCount {
    std::int64_t groups = 0;    // labels that anybody has
    std::int64_t smallest = 0;  // people of the smallest of them
    std::int64_t unique = 0;    // labels that one person alone has
};

// A table from labels level by level (labels[l][i] is that of value i at level l + 1), with "*"
// above them. Levels that change nothing are left out, and at the top those that have one label
// alone: "*" says the same.
LevelTable level_table(std::span<const std::string> values,
                       std::vector<std::vector<std::string>> labels);

// Whether a reader that takes equal names for one concept, wherever they stand, finds the same
// levels: lines of one length that end in "*", each value once, no empty name, none above itself,
// and above equal names of a level equal ones. Error(input) otherwise, without any value.
void check_levels(const LevelTable& table);

// Of each level, where people[i] people have the value of line i.
std::vector<LevelCount> count_levels(const LevelTable& table, std::span<const std::int64_t> people);

// The file that read_knowledge takes for a value hierarchy: a line a value, names separated by
// semicolons.
std::string level_table_text(const LevelTable& table);

}  // namespace lethe
