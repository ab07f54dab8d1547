#include "lethe/vectors/measure/vector_semantic_loss.h"

#include <vector>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::vectors {
namespace {

struct SemanticLossParams {
    enum class Figure { distance, il };
    Figure figure = Figure::distance;
};

Measurement assess_semantic_loss(const AssessInput& input, const SemanticLossParams& params) {
    const SemanticPair pair(input);
    Measurement result;
    result.details = to_json(vector_semantic_loss(input.context, pair));
    const bool il = params.figure == SemanticLossParams::Figure::il;
    result.value = 100 * result.details[il ? "il" : "mean_distance"].get<double>();
    result.warnings = pair.warnings();
    return result;
}

}  // namespace

VectorSemanticLoss vector_semantic_loss(const Context& context, const SemanticPair& pair) {
    const SemanticMatching terms(pair.terms(), SemanticOptions::PairWeight::none,
                                 SemanticOptions::Unmatched::whole);
    std::vector<double> lost(pair.original().size());
    parallel_chunks(context, std::ssize(lost), SemanticSpace::kRowsPerTask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto i = static_cast<std::size_t>(row);
                            const auto own = static_cast<std::size_t>(pair.groups().of[i]);
                            lost[i] = terms.directed(pair.original()[i], pair.published()[own]);
                        }
                    });
    ExactSum sum;
    for (const double one : lost) sum.add(one);
    const SemanticMatching matching(pair.terms(), SemanticOptions::PairWeight::mean,
                                    SemanticOptions::Unmatched::free);
    const SemanticSpace space(matching, pair.original());
    return {sum.value() / static_cast<double>(lost.size()), pair.groups().size(),
            semantic_loss(context, matching, space, pair.groups().of, pair.published())};
}

Json to_json(const VectorSemanticLoss& loss) {
    return {{"mean_distance", loss.mean_distance},
            {"groups", loss.groups},
            {"sse", loss.squares.sse},
            {"ssa", loss.squares.ssa},
            {"il", loss.squares.share()}};
}

Method vector_semantic_loss_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-semantic-loss",
            .title = "Loss of document vectors by meaning",
            .summary =
                "How far published terms are from those of the documents, by what they mean.",
            .description =
                "For vectors whose terms were generalised (`semantic`), of which the cosine says "
                "that nearly all is lost. Each term of a document, the heaviest first, is paired "
                "with the published term that is nearest to it in a taxonomy (Wu and Palmer), each "
                "published one once; a term that is left without a partner counts as lost. The "
                "value is 100 times the mean of these dissimilarities over the terms of a "
                "document, "
                "then over the documents. 0: every term stands there as it was; 100: nothing in "
                "common. `sse`, `ssa` and `il` are those of the method's own distance, by which "
                "terms without a partner cost nothing: SSE sums its squares from documents to what "
                "is published of them, SSA from that to the aggregate of all documents, and IL = "
                "SSE / (SSE + SSA), which is the value in its place where `figure` is `il`. "
                "Beware: the aggregate depends on the order of the rows, and "
                "terms that the taxonomy lacks are compared as words.",
            .kinds = {Kind::semantic},
            .properties = {},
            .cites = {"abril2013vector", "wu1994verb"},
            .in_words =
                "How much more general the published words are than those of the documents, and "
                "how many words have nothing that stands for them.",
            .scale = Scale::loss,
            .details = {{"mean_distance", "Mean dissimilarity of a term from what stands for it"},
                        {"groups", "Different lists"},
                        {"sse", "Squares from documents to what is published"},
                        {"ssa", "Squares from what is published to the aggregate of all"},
                        {"il", "Share lost, by the distance of the method"}},
            .by_default = true},
        Schema<SemanticLossParams>().choice(
            "figure", &SemanticLossParams::figure,
            "What the value is: the mean dissimilarity of terms, or IL by the distance of the "
            "method",
            {{"distance", SemanticLossParams::Figure::distance},
             {"il", SemanticLossParams::Figure::il}}),
        assess_semantic_loss);
}

}  // namespace lethe::vectors
