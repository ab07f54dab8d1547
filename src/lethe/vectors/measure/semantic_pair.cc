#include "lethe/vectors/measure/semantic_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/vectors/measure/vector_pair.h"

namespace lethe::vectors {

struct SemanticPair::Rows {
    VectorPair pair;
    std::vector<std::string> terms;
};

namespace {

VectorPair checked_pair(const AssessInput& input) {
    if (input.taxonomy == nullptr) {
        throw Error(ErrorKind::unmet,
                    "comparing terms by their meaning needs a taxonomy: --source names it");
    }
    VectorPair pair = vector_pair(input);
    check_weights(pair.original);
    check_weights(pair.published);
    return pair;
}

// How many of the terms that stand in the rows the taxonomy lacks.
std::int64_t unknown_in(const SparseRows& rows, const TermDissimilarity& terms,
                        std::string_view which) {
    const std::vector<bool> used = used_columns(rows);
    std::int64_t unknown = 0;
    for (Term term = 0; term < rows.columns(); ++term) {
        unknown += used[static_cast<std::size_t>(term)] && !terms.known(term) ? 1 : 0;
    }
    if (unknown == std::ranges::count(used, true)) {
        throw Error(ErrorKind::unmet,
                    fmt::format("no {} term is in the taxonomy: nothing can be compared by its "
                                "meaning",
                                which));
    }
    return unknown;
}

}  // namespace

SemanticPair::SemanticPair(const AssessInput& input)
    : SemanticPair(
          input, {checked_pair(input), joint_terms(input.original.terms, input.published.terms)}) {}

SemanticPair::SemanticPair(const AssessInput& input, Rows rows)
    : groups_(distinct_rows(rows.pair.published)),
      terms_(input.taxonomy, std::move(rows.terms)),
      original_(term_lists(rows.pair.original)),
      published_(term_lists(groups_.rows)),
      unknown_original_(unknown_in(rows.pair.original, terms_, "original")),
      unknown_published_(unknown_in(groups_.rows, terms_, "published")) {
    terms_.prepare(input.context);
}

std::vector<std::string> SemanticPair::warnings() const {
    if (unknown_original_ + unknown_published_ == 0) return {};
    return {fmt::format(
        "the taxonomy lacks {} original and {} published terms, which are compared as words: "
        "another taxonomy may find more",
        unknown_original_, unknown_published_)};
}

}  // namespace lethe::vectors
