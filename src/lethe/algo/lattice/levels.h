// The levels of a quasi-identifier, as its level table has them: a level is a column of the table,
// whatever its labels are called. The same label in two columns counts in each of them, and equal
// labels of different levels are never joined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/knowledge/hierarchies/level_table.h"

namespace lethe::lattice {

struct Levels {
    std::string column;
    std::vector<std::vector<std::string>> labels;      // [level][label]
    std::vector<std::vector<std::int32_t>> label_of;   // [level][line of the table]
    std::vector<std::vector<std::int64_t>> lines_of;   // [level][label]: lines that have it
    std::vector<std::vector<std::int32_t>> parent_of;  // [level][label]: at the next level

    int top() const { return static_cast<int>(labels.size()) - 1; }
    std::int64_t lines() const { return std::ssize(label_of.front()); }
    bool one_top() const { return labels.back().size() == 1; }
    // Part of the lines that a label stands for.
    double share(int level, std::int32_t label) const {
        return static_cast<double>(
                   lines_of[static_cast<std::size_t>(level)][static_cast<std::size_t>(label)]) /
               static_cast<double>(lines());
    }
};

// What is wrong with a table is added to `problems`: no line, lines of unequal length, a value with
// two lines, a label with two parents (by name: the labels of a hierarchy are no data).
Levels levels_of(const std::string& column, const LevelTable& table, Problems& problems);

}  // namespace lethe::lattice
