#include "lethe/vectors/measure/vector_pair.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/vectors/make/aligned_vectors.h"
#include "lethe/vectors/make/term_correlations.h"

namespace lethe::vectors {

void check_not_negative(const SparseRows& rows, const std::string& file) {
    for (std::int64_t r = 0; r < rows.rows(); ++r) {
        const auto values = rows[r].values;
        if (std::ranges::all_of(values, [](double value) { return value >= 0; })) continue;
        throw Error(
            ErrorKind::input,
            fmt::format("document {} has a negative weight; weights of terms must be above 0",
                        r + 1),
            {file, 0, 0, {}});
    }
}

VectorPair vector_pair(const AssessInput& input) {
    const DocumentVectors& original = input.original;
    const DocumentVectors& published = input.published;
    if (original.size() == 0) throw Error(ErrorKind::input, "there are no documents");
    if (original.size() != published.size()) {
        throw Error(ErrorKind::input, fmt::format("{} original documents beside {} published ones",
                                                  original.size(), published.size()));
    }
    check_not_negative(original.rows, {});
    check_not_negative(published.rows, {});
    if (original.terms == published.terms) return {original.rows, published.rows};
    const std::vector<std::string> terms = joint_terms(original.terms, published.terms);
    return {over_terms(original, terms).rows, over_terms(published, terms).rows};
}

VectorPair pair_of_words(const AssessInput& input) {
    VectorPair pair = vector_pair(input);
    if (have_common_terms(input.original, input.published)) return pair;
    throw Error(ErrorKind::unmet,
                "original and published vectors have no term in common, so that the cosine "
                "compares nothing; generalised terms are compared by their meaning");
}

VectorPair with_correlations(const Context& context, VectorPair pair, double least) {
    if (least <= 0) return pair;
    const SparseRows terms = term_correlations(context, with_unit_norms(pair.original), least);
    return {with_unit_norms(spread_over(context, with_unit_norms(pair.original), terms)),
            with_unit_norms(spread_over(context, with_unit_norms(pair.published), terms))};
}

}  // namespace lethe::vectors
