// How different the individuals of a population are: in percent, 0 where all are alike.
#pragma once

#include <span>
#include <vector>

#include "lethe/algo/evolve/coded_file.h"
#include "lethe/algo/statistics/transition_matrix.h"

namespace lethe {

// All are means over the pairs of individuals, 0 for fewer than two.

// The share of cells in which two files differ. Of files with more than `most` cells, as many are
// looked at, evenly spread. O(individuals x cells looked at).
double file_diversity(std::span<const FileCodes* const> files, std::size_t most = 1000);

// The distance in total variation of two rows, mean over the rows of all matrices.
double matrix_diversity(std::span<const std::vector<TransitionMatrix>* const> individuals);

// Whether two scores differ: formulas that come to the same have the same one.
double score_diversity(std::span<const double> scores);

}  // namespace lethe
