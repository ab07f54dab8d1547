// Cases of semantic microaggregation, over WordNet.
#include <algorithm>
#include <map>

#include "algorithms.h"
#include "lethe/vectors/protect/semantic_matching.h"
#include "lethe/vectors/protect/semantic_space.h"
#include "vector_cases.h"

namespace lethe::test {
namespace {

using vectors::SemanticOptions;
using vectors::Term;
using vectors::TermDissimilarity;
using vectors::TermList;

TermList list_of(const SparseRow& row) {
    TermList list;
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        list.push_back({row.columns[i], row.values[i]});
    }
    vectors::sort_by_weight(list);
    return list;
}

// By the alphabet, as released files have them.
Json terms_json(const TermList& list, const TermDissimilarity& terms) {
    std::map<std::string, double> by_text;
    for (const vectors::WeightedTerm& term : list) by_text[terms.text(term.term)] += term.weight;
    Json json = Json::array();
    for (const auto& [text, weight] : by_text) json.push_back({text, weight});
    return json;
}

}  // namespace

// `dissimilarities` of each of `from` to each of `to`, and the `hypernyms` that generalise them.
Json term_dissimilarity(const Json& input) {
    const auto from = input.at("from").get<std::vector<std::string>>();
    const auto to = input.at("to").get<std::vector<std::string>>();
    std::vector<std::string> vocabulary = from;
    vocabulary.insert(vocabulary.end(), to.begin(), to.end());
    vectors::TermOptions options;
    if (input.value("longest", false)) options.least = LeastSubsumer::longest_by_name;
    const TermDissimilarity terms(wordnet(), vocabulary, options);
    Json distances = Json::array(), hypernyms = Json::array();
    for (Term i = 0; i < std::ssize(from); ++i) {
        Json row = Json::array(), above = Json::array();
        for (Term j = 0; j < std::ssize(to); ++j) {
            const auto other = static_cast<Term>(std::ssize(from) + j);
            row.push_back(terms.between(i, other));
            above.push_back(terms.text(terms.generalised(i, other)));
        }
        distances.push_back(row);
        hypernyms.push_back(above);
    }
    return {{"dissimilarities", distances}, {"hypernyms", hypernyms}};
}

// Two lists: `forward`, `backward`, their smaller one `distance`, and the `aggregate`.
Json term_lists(const Json& input) {
    const vectors::DocumentVectors vectors = vectors_of({input.at("first"), input.at("second")});
    const TermDissimilarity terms(wordnet(), vectors.terms);
    const vectors::SemanticMatching matching(terms, SemanticOptions::PairWeight::mean,
                                             SemanticOptions::Unmatched::free);
    const TermList first = list_of(vectors.rows[0]);
    const TermList second = list_of(vectors.rows[1]);
    return {{"forward", matching.directed(first, second)},
            {"backward", matching.directed(second, first)},
            {"distance", matching.distance(first, second)},
            {"aggregate", terms_json(matching.aggregate(first, second), terms)}};
}

// `clusters`, the released lists as `protected`, and the `distances` of all pairs of documents.
Json semantic_microaggregation(const Json& input) {
    const vectors::DocumentVectors vectors = vectors_of(input.at("documents"));
    SemanticOptions options;
    options.k = input.at("k");
    const auto result = vectors::semantic_microaggregation({}, vectors, wordnet(), options);
    Json distances = Json::array();
    const TermDissimilarity terms(wordnet(), vectors.terms);
    const vectors::SemanticMatching matching(terms, options.pair_weight, options.unmatched);
    for (std::int64_t a = 0; a < vectors.size(); ++a) {
        for (std::int64_t b = a + 1; b < vectors.size(); ++b) {
            distances.push_back(
                matching.distance(list_of(vectors.rows[a]), list_of(vectors.rows[b])));
        }
    }
    return {{"clusters", result.clusters.of},
            {"protected", lists_of(result.vectors)},
            {"distances", distances}};
}

// Pairs of SSE and SSA: the loss in percent.
Json semantic_loss(const Json& input) {
    Json losses = Json::array();
    for (const Json& row : input.at("rows")) {
        losses.push_back(100 * vectors::SemanticLoss{row[0], row[1]}.share());
    }
    return {{"losses", losses}};
}

}  // namespace lethe::test
