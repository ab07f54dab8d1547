// The model behind probabilistic record linkage (Fellegi and Sunter 1969): a pair of records is a
// match or not, and agrees on each column with a probability that depends on which, independently
// of the other columns.
#pragma once

#include <span>
#include <vector>

#include "lethe/algo/linkage/agreement.h"

namespace lethe {

struct TwoClassModel {
    double match_share = 0;  // P(match)
    std::vector<double> m;   // P(agree on column j | match)
    std::vector<double> u;   // P(agree on column j | not a match)
    // Of each pattern: log2 P(pattern | match) - log2 P(pattern | not a match).
    std::vector<double> weights;
    int iterations = 0;
    bool converged = false;
};

// Estimates the model by expectation maximisation (Winkler 1988; Jaro 1989) from m = 0.9, u = 0.1
// and a share of matches as if every record of the smaller file had one match. Stops when no
// parameter moves by 1e-6, or after 1000 iterations. Probabilities stay within [1e-6, 1 - 1e-6];
// the share of matches may start, and stay, below. Without pairs it is the initial model.
TwoClassModel em_two_class(const AgreementCounts& counts);

// Probabilities as the model keeps them: within [1e-6, 1 - 1e-6].
double bounded_probability(double p);

// Of each pattern of columns that agree: log2 P(pattern | match) - log2 P(pattern | not a match).
std::vector<double> pattern_weights(std::span<const double> m, std::span<const double> u);

}  // namespace lethe
