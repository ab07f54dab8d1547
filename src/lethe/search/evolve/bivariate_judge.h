// How much PRAM moves the tables of two columns that an analyst wants, and how safe the small cells
// of these tables are.
#pragma once

#include <string>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"
#include "lethe/search/evolve/pram_fitness.h"

namespace lethe::search {

struct ColumnPair {
    std::string masked;  // a column that PRAM changes
    std::string other;   // one that stays
};

// The score is the mean absolute difference of a table's cells, summed over the tables. It is 0
// where nothing changes: bounds on the diagonal say how much must. Parts:
//
//   cells       the score
//   loss        percent of the records that would have to move to mend a table, mean of the tables
//   chi_square  percent by which a table's statistic changes, mean of the tables
//   risk        of the records in cells of at most 3: percent whose category is kept
//   small_true  of the released cells of 1 to 3 records: percent that are as small in truth
//
// A missing value is a category of its own. A statistic of 0 that changes counts as 100. Error
// (usage) for no pair, or a column that the file does not have. Refers to the file.
PramJudge bivariate_judge(const CodedFile& file, const std::vector<ColumnPair>& pairs);

}  // namespace lethe::search
