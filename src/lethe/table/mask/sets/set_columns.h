// Columns of sets on the way to a search over them and back: the items of all columns are one set
// for each record, in which an item is known by its column. Taxonomies of the columns are trees of
// the forest; items of a column without one are tops.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/sets/item_forest.h"
#include "lethe/method/method.h"

namespace lethe::mask {

struct SetParams {
    std::string separator = ";";
};
Schema<SetParams> set_schema();

struct SetColumns {
    sets::ItemForest forest;
    sets::SetRecords records;
    std::vector<std::int32_t> column_of;  // of each node: its place among the columns
    std::vector<std::string> labels;      // how each node is written
};

// Adds a problem for each column that has items without a place in its taxonomy, with their number.
void check_sets(const Table& table, std::span<const std::string> columns,
                const std::string& separator, const Place& place, Problems& problems);

SetColumns read_sets(const Table& table, std::span<const std::string> columns,
                     const std::string& separator);

// The columns with the nodes that each row shows, in any order; an empty set is missing.
using ShownNodes = std::function<void(std::int64_t row, std::vector<sets::Node>& shown)>;
std::vector<ColumnPtr> write_sets(const MaskInput& input, const SetColumns& sets,
                                  const std::string& separator, const ShownNodes& shown_by);

// The names and versions of the columns' taxonomies, for the record; empty where there are none.
Json set_taxonomies(const MaskInput& input);

}  // namespace lethe::mask
