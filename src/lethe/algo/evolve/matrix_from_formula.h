// PRAM matrices made by a formula: one formula serves every column of every table.
//
// Marés: Categorical data protection on statistical datasets and social networks, 2013, section
// 4.2.
#pragma once

#include "lethe/algo/evolve/formula.h"
#include "lethe/algo/statistics/transition_matrix.h"

namespace lethe {

enum class FormulaDiagonal {
    keep,  // p on the diagonal, the formula shares out the rest
    free,  // the formula shares out whole rows
};

// With e_kl = |f| at a = T_k, b = T_l, or 0 where that is not finite, entry (k, l) is in proportion
// to e_kl within its row. A row whose e are all 0 is shared out evenly. The row of a category that
// all records have is that of the identity where p is kept. N - a - b gives exactly the matrix of
// constant_diagonal.
TransitionMatrix matrix_from_formula(const Formula& formula, const Frequencies& frequencies,
                                     double p, FormulaDiagonal diagonal = FormulaDiagonal::keep);

}  // namespace lethe
