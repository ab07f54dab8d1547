#include "lethe/vectors/measure/vector_semantic_linkage.h"

#include <fmt/format.h>

#include <vector>

#include "lethe/core/parallel.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_linkage.h"

namespace lethe::vectors {
namespace {

Measurement assess_semantic_linkage(const AssessInput& input,
                                    const SemanticLinkageOptions& options) {
    const SemanticPair pair(input);
    const RightLinks links = vector_semantic_linkage(input.context, pair, options);
    Measurement result;
    result.details = to_json(links, vector_anonymity(input.published.rows).smallest);
    result.value = result.details["expected"];
    result.warnings = pair.warnings();
    return result;
}

}  // namespace

RightLinks vector_semantic_linkage(const Context& context, const SemanticPair& pair,
                                   const SemanticLinkageOptions& options) {
    const SemanticMatching matching(pair.terms(), options.weights, options.unmatched);
    const DistinctRows& released = pair.groups();
    std::vector<Nearest> links(pair.original().size());
    parallel_chunks(context, std::ssize(links), SemanticSpace::kRowsPerTask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        std::vector<double> distances(pair.published().size());
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto i = static_cast<std::size_t>(row);
                            Nearest& nearest = links[i];
                            for (std::size_t to = 0; to < distances.size(); ++to) {
                                distances[to] =
                                    matching.distance(pair.original()[i], pair.published()[to]);
                                nearest.offer(distances[to], released.places[released.begin[to]],
                                              released.count[to]);
                            }
                            const auto own = static_cast<std::size_t>(released.of[i]);
                            nearest.has_match = distances[own] == nearest.distance;
                        }
                    });
    return right_links(links);
}

Method vector_semantic_linkage_method() {
    using O = SemanticLinkageOptions;
    using PairWeight = SemanticOptions::PairWeight;
    using Unmatched = SemanticOptions::Unmatched;
    return make_assessment(
        Family::attack,
        MethodInfo{
            .name = "vector-semantic-linkage",
            .title = "Linkage of document vectors by meaning",
            .summary = "Documents whose nearest published list of terms, by what the terms mean, "
                       "is their own.",
            .description =
                "For vectors whose terms were generalised (`semantic`): a hypernym is another word "
                "to the cosine, and `vector-linkage` would find nobody because it compares "
                "nothing. The intruder holds the original vectors and a taxonomy, looks the terms "
                "of both up by their names, and links each document to the published list that is "
                "nearest in the distance by which the method itself groups documents: greedy pairs "
                "of terms, each pair as far as Wu and Palmer's measure says. Where several "
                "documents are published as that list, or several lists are equally near, he "
                "guesses. The value is the share of documents that are found so (`expected`); "
                "`bound` is what k-anonymity promises, 100 / k, for this intruder and any other "
                "who "
                "sees vectors alone. An assessment runs it in two settings of the distance. "
                "Beware: "
                "terms that the taxonomy lacks are compared as words, and another intruder, who "
                "knows how groups were folded, may find more, up to the bound. The time grows with "
                "the documents times the different published lists times the square of their "
                "lengths.",
            .kinds = {Kind::semantic},
            .properties = {Property::row_order_independent, Property::pairwise},
            .cites = {"abril2013vector", "wu1994verb"},
            .in_words =
                "An intruder who has the original documents looks for each of them among the "
                "published lists of more general words, by what the words mean.",
            .scale = Scale::people,
            .reading = read_linked_vectors,
            .details = linked_vector_details(),
            .finds_people = true,
            .assessed_with = {Json::object(), {{"weights", "none"}, {"unmatched", "whole"}}}},
        Schema<O>()
            .choice("weights", &O::weights,
                    "Weight of a pair of terms: the mean of their weights, or none",
                    {{"mean", PairWeight::mean}, {"none", PairWeight::none}})
            .choice("unmatched", &O::unmatched,
                    "What a term without a partner costs: nothing, or as much as a partner that "
                    "has nothing in common with it",
                    {{"free", Unmatched::free}, {"whole", Unmatched::whole}}),
        assess_semantic_linkage);
}

}  // namespace lethe::vectors
