#include "lethe/vectors/measure/vector_alignment.h"

#include <cmath>

namespace lethe::vectors {
VectorAlignment vector_alignment(const DocumentVectors& original,
                                 const DocumentVectors& published) {
    VectorAlignment result{.rows = original.size()};
    if (result.rows < 2 || published.size() != result.rows) return result;
    const SparseRows before = with_unit_norms(original.rows);
    const SparseRows after = with_unit_norms(over_terms(published, original.terms).rows);
    double own = 0, chance = 0, squares = 0;
    for (std::int64_t row = 0; row < result.rows; ++row) {
        result.compared = result.compared || !equal(after[row], after[0]);
        const std::int64_t other = (row + result.rows / 2) % result.rows;
        const double alike = dot(before[row], after[row]);
        const double by_chance = dot(before[other], after[row]);
        own += alike;
        chance += by_chance;
        squares += (alike - by_chance) * (alike - by_chance);
    }
    const auto n = static_cast<double>(result.rows);
    result.own = own / n;
    result.chance = chance / n;
    const double sum = own - chance;
    const double variance = (squares - sum * sum / n) / (n - 1);
    result.sigmas = variance > 0 ? sum / std::sqrt(n * variance) : (sum > 0 ? 1e9 : 0);
    return result;
}

}  // namespace lethe::vectors
