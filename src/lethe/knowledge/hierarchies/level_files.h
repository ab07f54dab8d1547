// Level tables in files, and taxonomies as level tables.
#pragma once

#include <string>

#include "lethe/core/context.h"
#include "lethe/knowledge/hierarchies/level_table.h"
#include "lethe/knowledge/taxonomy.h"

namespace lethe {

// A CSV file without a header: a line a value, its labels level by level, separated by ; or tabs or
// commas. A level is a column, whatever its labels are called. Error(io); Error(input) with lines,
// up to ten at once, for lines of unequal length, an empty label, a value with two lines, and a
// label that lies in two groups of the next level, which are named. Values are not: they may be
// those of the data.
LevelTable read_checked_levels(const Context& context, const std::string& path);

struct TaxonomyLevels {
    bool inner = false;       // a line for concepts with children too
    bool one_parent = false;  // of several parents the first counts; else they are refused
};

// One line a concept, counted from the root: the last column is the root, the one before it holds
// its children, and so on. A concept that is less deep than others is repeated until its own
// column, in which it is an ancestor. Concepts are called by their preferred names, and by their
// labels where several have the same. Error(unmet) for a concept with several parents, which are
// named, for a taxonomy of one concept, and for more than a million lines.
LevelTable level_table_of(const Taxonomy& taxonomy, const TaxonomyLevels& options = {});

}  // namespace lethe
