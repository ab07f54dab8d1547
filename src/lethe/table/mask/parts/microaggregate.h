// The second half of every microaggregation: the groups are known, and each value gives way to the
// centre of its group: the mean of numbers, the median of ordered categories, the most frequent of
// others.
//
// Three publishers stand beside each other, with parts/publish_groups.h and parts/publish_tuples.h
// (and graph/protect/generalise_nodes.h for nodes). What they agree on is written once: the centre
// of categories (space/attribute/category_centre.h) and columns of texts
// (space/attribute/coded_texts.h). They stay three because their releases differ where the methods
// were published so, and a merge would change bytes: which groups show nothing (here half of the
// values or more missing, or fewer than two there; in publish_groups one missing; of nodes more
// than half), and the last bit of means (here a compensated sum within the bounds of the values, in
// publish_groups an exact one within them, in publish_tuples and of nodes an exact one).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/missing_rule.h"

namespace lethe::mask {

// Columns that are grouped together. A row outside all groups (-1) has missing values only.
struct Part {
    std::vector<std::string> columns;
    Clusters groups;
};

// Replaces each value by the centre of its column over its group. Missing values do not count for
// it. By the rule `own` all records of a group show the centre, those that lacked a value too, or
// all of them nothing (MissingRule). By `any` missing values stay missing; the centre of a single
// value would release it, so that value becomes missing too. Cells that are lost or filled are
// counted and warned of. Facts: for each part its columns, the number of groups and the size of
// the smallest and the largest. Linear, columns in parallel.
MaskOutput microaggregate(const MaskInput& input, std::span<const Part> parts,
                          MissingRule rule = MissingRule::any);

// The table with a column beside each of `columns` that has missing values, which says where, and
// the names of all of them: a space over these keeps records with the same gaps together. Nothing
// beside a single column.
// Numbers beside numbers alone, of the scale that `raw` or standardised ones have; else categories.
struct WithGaps {
    Table table;
    std::vector<std::string> columns;
};
WithGaps with_gap_columns(const Context& context, const Table& table,
                          const std::vector<std::string>& columns, bool raw);

// Adds a problem ("k is 10, but the table has 6 rows") if k is more than there are. None at all are
// no problem: there is nothing to mask then.
void check_group_size(std::int64_t k, std::int64_t available, const std::string& whole,
                      const std::string& members, const Place& place, Problems& problems);

}  // namespace lethe::mask
