// An intruder who knows, beside columns of the people, what stands in the rows that are linked to
// them: of a patient her diagnoses with their days.
//
// She holds the records of people as they were and looks for each in the release, by how well a
// released person agrees in the columns of the people and how well the rows that stand with that
// person agree with those that she knows. Rows agree by their columns that an intruder may know:
//
//   numbers      the difference in parts of the range of the original
//   the others   0 for what the release most often made of the value, 1 for what it never made of
//                it, and in between by how much seldomer it made this of it: she knows the masking.
//                Of a value that one person has she so knows what was drawn by chance too: the
//                figure is too high then rather than too low, and never above what classes allow
//
// A row that she knows takes a released row of the person; such that agree entirely are paired
// first, each other takes the nearest that is left. What finds no partner costs a whole row; where
// she knows all rows of a person, so does each released row that is left.
//
// Rows that were dealt (tables/linked/deal.h) say nothing of the person with whom they stand, and
// she knows that: they are compared with all rows of the class, people whose released columns are
// equal, where none is left over. That is the most that can be learnt from them; it may tell which
// class somebody is in, never who of it.
//
// She may take the columns of the people first and settle ties by rows, take rows first, or add
// both up; she may know all rows of a person, or a few. What counts is what finds most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/random.h"
#include "lethe/release/assess/comparable.h"
#include "lethe/release/assess/measured_result.h"

namespace lethe::release {

inline constexpr const char* kLinkedRowsAttack = "linked-rows";
// What it does, for one who signs.
inline constexpr const char* kLinkedRowsWords =
    "The intruder knows of each person also the rows of linked tables, such as visits and "
    "diagnoses, as they were, and looks for the released person whose columns and rows fit best.";

// A linked table and its release.
struct LinkedRows {
    std::string name;
    Comparable pair;                   // the columns that she may know; the original with all rows
    std::vector<std::int64_t> origin;  // of each released row: its row in the original
    std::vector<std::int64_t> person;  // of each original row: the row of the people's original
    std::vector<std::int64_t> owner;   // of each released row: the row of the released people
    bool dealt = false;
};

struct LinkedKnowledge {
    std::vector<LinkedRows> tables;
};

// The share of people found. Its details: {"records", "expected", "strict", "lax", "people_alone"
// (percent that the same intruder finds by the columns of the people alone), "ways": [{"rows"
// (null: all), "order", "expected"}], "tables": [{"table", "columns", "dealt"}]}. Of many people
// some are drawn, as `random` says, and "drawn" is how many. `origin`, `known`: as in AssessInput.
MethodResult linked_attack_result(const Comparable& people, const LinkedKnowledge& links,
                                  const std::vector<std::int64_t>& origin,
                                  const std::vector<std::int64_t>& known, const Random& random,
                                  const Context& context);

}  // namespace lethe::release
