// Columns of a table as a search over levels takes them: the level table of each, the line of each
// row, and sensitive values as numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/algo/lattice/models.h"
#include "lethe/algo/lattice/records.h"
#include "lethe/core/error.h"
#include "lethe/data/column.h"

namespace lethe::mask {

inline constexpr std::string_view kMissingLabel = "";  // no label of a hierarchy is empty

// The lines of the column's value hierarchy as its file has them. Of a taxonomy that is no such
// table level l is the concept l steps up along first parents, of the values that the column has.
// Where values are missing they have a line of their own, whose labels are kMissingLabel up to the
// top. The column has a meaning.
LevelTable level_table_of(const Column& column);

// The line of each row. Problems: values without a line, by how many they are and the first row.
std::vector<std::int32_t> lines_of_rows(const Column& column, const LevelTable& table,
                                        Problems& problems);

// A column whose values are counted in classes, for these rows: numbers by value, ordered
// categories in their order, texts by their bytes; missing last where it counts, else not counted.
// The values are those of all rows of the column, and its tree, where it has a meaning, is theirs,
// and so are the distances that `models` compare them by.
lattice::Counted counted_column(const Column& column, std::span<const std::int64_t> rows,
                                bool missing_counts, Problems& problems,
                                std::span<const lattice::Model> models = {});

}  // namespace lethe::mask
