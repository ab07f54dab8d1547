// Cases of the measures of retrieval.

#include "algorithms.h"
#include "lethe/documents/measure/index_weights.h"
#include "lethe/documents/measure/retrieval.h"

namespace lethe::test {
namespace {

Json measures_json(const documents::RetrievalMeasures& measures) {
    return {{"precision", measures.precision},
            {"recall", measures.recall},
            {"f", measures.f},
            {"coverage", measures.coverage},
            {"novelty", measures.novelty},
            {"average_relevance", measures.average_relevance},
            {"total", measures.total},
            {"random", measures.random}};
}

// [T, Ret and T, Ret, T and returned, returned]
documents::RetrievalCounts counts_of(const Json& sizes) {
    documents::RetrievalCounts counts;
    counts.truth = sizes[0];
    counts.relevant = sizes[1];
    counts.retrieved = sizes[2];
    counts.true_returned = sizes[3];
    if (sizes.size() > 4) counts.returned = sizes[4];
    return counts;
}

}  // namespace

Json retrieval_measures(const Json& input) {
    return measures_json(documents::measures_of(counts_of(input["sizes"])));
}

// Each row of sizes before and after, and the columns of their changes.
Json retrieval_changes(const Json& input) {
    Json result;
    for (std::size_t i = 0; i < input["before"].size(); ++i) {
        const documents::RetrievalCounts before = counts_of(input["before"][i]);
        const documents::RetrievalCounts after = counts_of(input["after"][i]);
        const Json changes = measures_json(
            documents::changes_of(documents::measures_of(before), documents::measures_of(after)));
        for (const auto& [name, value] : changes.items()) result[name].push_back(value);
        result["overlap_loss"].push_back(
            documents::overlap_loss(before.retrieved, input["common"][i].get<std::int64_t>()));
    }
    return result;
}

// Each row of F, C, N, TR, PR and overlap loss in percent; the mean of all, and of those kept.
Json combined_index(const Json& input) {
    const auto round = input["round_components"] == "integer" ? documents::RoundComponents::integer
                                                              : documents::RoundComponents::none;
    Json result{{"mean", 0.0}, {"indices", Json::array()}};
    for (const Json& row : input["rows"]) {
        documents::RetrievalMeasures changes;
        changes.f = row[0];
        changes.coverage = row[1];
        changes.novelty = row[2];
        changes.total = row[3];
        changes.random = row[4];
        const double index = documents::combined_index(changes, row[5].get<double>(), round);
        result["indices"].push_back(index);
        result["mean"] =
            result["mean"].get<double>() + index / static_cast<double>(input["rows"].size());
    }
    return result;
}

// Each row of F, C, N, TR, PR, overlap loss and the judgement.
Json index_weights(const Json& input) {
    std::vector<documents::IndexExample> examples;
    for (const Json& row : input["examples"]) {
        documents::RetrievalMeasures changes;
        changes.f = row[0];
        changes.coverage = row[1];
        changes.novelty = row[2];
        changes.total = row[3];
        changes.random = row[4];
        examples.push_back({documents::index_parts(changes, row[5].get<double>()), row[6]});
    }
    const documents::LearntWeights learnt = documents::learn_index_weights(examples);
    return {{"weights", learnt.weights}, {"scale", learnt.scale}, {"error", learnt.error}};
}

Json relevance_threshold(const Json& input) {
    const auto falling = input["relevances"].get<std::vector<double>>();
    const double threshold = documents::automatic_threshold(falling);
    std::int64_t kept = 0;
    for (const double relevance : falling) kept += relevance >= threshold ? 1 : 0;
    return {{"threshold", threshold}, {"kept", kept}};
}

}  // namespace lethe::test
