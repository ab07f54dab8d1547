// Cells that hold a set of items: diagnoses, purchases, queries. One parser for all who read them.
//
// Items are separated by a text of the column's own, and the spaces around them do not count. An
// empty item is none; order and repeats do not matter. An empty separator: a cell is one item.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lethe {

// The different items of a cell, ascending. They point into the cell.
std::vector<std::string_view> set_items(std::string_view cell, std::string_view separator);

// The one text of a set: its different items ascending, with the separator between them, so that
// nothing is left of the order in which they stood. Error(input) where set_items would not read the
// same items back, because one of them holds the separator.
std::string set_cell(std::span<const std::string_view> items, std::string_view separator);

}  // namespace lethe
