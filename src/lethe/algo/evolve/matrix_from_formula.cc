#include "lethe/algo/evolve/matrix_from_formula.h"

#include <cmath>
#include <vector>

namespace lethe {

TransitionMatrix matrix_from_formula(const Formula& formula, const Frequencies& frequencies,
                                     double p, FormulaDiagonal diagonal) {
    const Eigen::Index categories = frequencies.size();
    const double records = frequencies.sum();
    const bool keeps = diagonal == FormulaDiagonal::keep;
    const FormulaVariables shared{0, 0, static_cast<double>(categories), records, p};
    const std::vector<double> b(frequencies.begin(), frequencies.end());
    std::vector<double> a(b.size());
    Frequencies shares(categories);
    TransitionMatrix matrix = TransitionMatrix::Identity(categories, categories);
    for (Eigen::Index k = 0; k < categories; ++k) {
        if (categories < 2 || (keeps && frequencies[k] == records)) continue;
        std::fill(a.begin(), a.end(), frequencies[k]);
        formula.values(a, b, shared, {shares.data(), b.size()});
        for (double& share : shares) share = std::isfinite(share) ? std::fabs(share) : 0;
        if (keeps) shares[k] = 0;
        if (!std::isfinite(shares.sum())) shares /= shares.maxCoeff();
        if (shares.sum() == 0) {
            shares.setOnes();
            if (keeps) shares[k] = 0;
        }
        const double sum = shares.sum();
        for (Eigen::Index l = 0; l < categories; ++l) {
            matrix(k, l) = (keeps ? 1 - p : 1) * shares[l] / sum;
        }
        if (keeps) matrix(k, k) = p;
    }
    return matrix;
}

}  // namespace lethe
