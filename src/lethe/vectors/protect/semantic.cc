// Semantic microaggregation is MDAV over the lists of terms (semantic_space.h): groups of k
// documents around the one farthest from the aggregate of all that are left, and around the one
// farthest from that. A group is published as its lists folded, beginning with the document that it
// was gathered around, then by distance from it; the last group, which is what remains, in the
// order of rows.
//
// Nearly all the time goes into pairing the terms of two lists; what pairs of terms cost is read
// off rows that are made beforehand (term_dissimilarity.cc).
#include "lethe/vectors/protect/semantic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lethe/algo/partition/mdav.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/vectors/protect/semantic_space.h"

namespace lethe::vectors {
namespace {

std::int64_t unknown_terms(const SparseRows& rows, const TermDissimilarity& terms) {
    const std::vector<bool> used = used_columns(rows);
    std::int64_t unknown = 0;
    for (Term term = 0; term < rows.columns(); ++term) {
        unknown += used[static_cast<std::size_t>(term)] && !terms.known(term) ? 1 : 0;
    }
    if (unknown == std::count(used.begin(), used.end(), true)) {
        throw Error(ErrorKind::input,
                    "none of the terms is a noun of the taxonomy: terms must be words in their "
                    "dictionary form, not stems");
    }
    return unknown;
}

// The aggregate of each group; `order` as MDAV has it, group after group.
std::vector<TermList> folded_groups(const Context& context, const SemanticSpace& space,
                                    const Clusters& clusters,
                                    const std::vector<std::int64_t>& order) {
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(clusters.count));
    for (const std::int64_t row : order) {
        const std::int32_t cluster = clusters.of[static_cast<std::size_t>(row)];
        rows[static_cast<std::size_t>(cluster)].push_back(row);
    }
    std::vector<TermList> folds(rows.size());
    parallel_tasks(context, std::ssize(rows), [&](std::int64_t i) {
        const auto cluster = static_cast<std::size_t>(i);
        folds[cluster] = space.centroid(rows[cluster]);
    });
    return folds;
}

// The lists as rows over the alphabet of their terms, equal terms of a list added up.
DocumentVectors released(const DocumentVectors& original, const TermDissimilarity& terms,
                         const Clusters& clusters, const std::vector<TermList>& folds) {
    std::vector<std::map<std::string, double>> merged(folds.size());
    std::map<std::string, std::int32_t> columns;
    for (std::size_t i = 0; i < folds.size(); ++i) {
        for (const WeightedTerm& term : folds[i]) {
            const std::string text = terms.text(term.term);
            merged[i][text] += term.weight;
            columns.try_emplace(text, 0);
        }
    }
    DocumentVectors vectors;
    for (auto& [text, column] : columns) {
        column = static_cast<std::int32_t>(vectors.terms.size());
        vectors.terms.push_back(text);
    }
    vectors.rows = SparseRows(static_cast<std::int32_t>(vectors.terms.size()));
    for (const std::int32_t cluster : clusters.of) {
        for (const auto& [text, weight] : merged[static_cast<std::size_t>(cluster)]) {
            vectors.rows.add(columns.at(text), weight);
        }
        vectors.rows.end_row();
    }
    vectors.ids = original.ids;
    vectors.labels = original.labels;
    return vectors;
}

}  // namespace

SemanticResult semantic_microaggregation(const Context& context, const DocumentVectors& vectors,
                                         const TaxonomyPtr& nouns, const SemanticOptions& options) {
    check_cluster_size(vectors.size(), options.k);
    check_weights(vectors.rows);
    TermOptions term_options;
    term_options.least = options.deepest == SemanticOptions::Deepest::longest
                             ? LeastSubsumer::longest_by_name
                             : LeastSubsumer::name;
    term_options.concept_alone = options.generalised == SemanticOptions::Generalised::concept_alone;
    const TermDissimilarity terms(nouns, vectors.terms, term_options);
    SemanticResult result;
    result.unknown_terms = unknown_terms(vectors.rows, terms);
    terms.prepare(context);

    const std::vector<TermList> lists = term_lists(vectors.rows);
    const SemanticMatching matching(terms, options.pair_weight, options.unmatched);
    const SemanticSpace space(matching, lists);
    std::vector<std::int64_t> order;
    result.clusters = plain_mdav(context, space, options.k, &order);
    const std::vector<TermList> folds = folded_groups(context, space, result.clusters, order);
    result.loss = semantic_loss(context, matching, space, result.clusters.of, folds);
    result.vectors = released(vectors, terms, result.clusters, folds);
    return result;
}

}  // namespace lethe::vectors
