#include "lethe/documents/measure/query_loss.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/core/error.h"
#include "lethe/core/exact_sum.h"
#include "lethe/documents/measure/assess_documents.h"
#include "lethe/documents/measure/release_mentions.h"

namespace lethe::documents {

Schema<QueryParams> query_schema() {
    return Schema<QueryParams>()
        .choice("round", &QueryParams::round,
                "whether changes are rounded before they are combined, as the source does",
                {{"none", RoundComponents::none}, {"integer", RoundComponents::integer}})
        .choice("sets", &QueryParams::sets,
                "what the last part of the combined index is: the share of the documents retrieved "
                "before that is lost, as in the source's tables, or 1 - normalised mutual "
                "information, as in its formula",
                {{"overlap", SetLoss::overlap}, {"nmi", SetLoss::nmi}})
        .field("weights", &QueryParams::weights,
               "six weights of the combined index: F, coverage, novelty, documents returned, "
               "random ones, what is lost of the sets");
}

IndexOptions index_options(const QueryParams& params) {
    IndexOptions options(params.round);
    options.sets = params.sets;
    const bool fits = params.weights.size() == kIndexParts &&
                      std::ranges::all_of(params.weights, [](double w) { return w >= 0; }) &&
                      std::ranges::any_of(params.weights, [](double w) { return w > 0; });
    if (!fits) {
        throw Error(ErrorKind::usage,
                    fmt::format("weights: the combined index has {} weights, none negative and not "
                                "all of them 0",
                                kIndexParts));
    }
    std::ranges::copy(params.weights, options.weights.begin());
    return options;
}

Measurement query_loss(const AssessInput& given, const QueryParams& params, QueryKind kind) {
    const AssessInput input = with_defaults(given);
    const QueryAssessment found = assess_queries(input.context, input.original, input.released,
                                                 *input.queries, index_options(params));
    std::int64_t queries = 0, silent = 0;
    ExactSum lost;
    Json each = Json::array();
    for (const AssessedQuery& query : found.queries) {
        if (query.kind != kind) continue;
        if (query.found.counts_before.retrieved == 0) {
            ++silent;
            continue;
        }
        ++queries;
        lost.add(query.found.overlap_loss);
        each.push_back({{"query", query.name}, {"lost", query.found.overlap_loss}});
    }
    if (queries == 0) {
        throw Error(ErrorKind::unmet,
                    kind == QueryKind::risk
                        ? "no risk query of the file finds anything in the originals"
                        : "no utility query of the file finds anything in the originals");
    }
    const KindSummary& summary = kind == QueryKind::risk ? found.risk : found.utility;
    Measurement result;
    result.value = lost.value() / static_cast<double>(queries);
    result.details = {{"queries", queries},
                      {"change", summary.mean ? Json(*summary.mean) : Json()},
                      {"nmi", summary.nmi}};
    result.about_original = {{"each", std::move(each)}};
    if (silent > 0) {
        result.warnings.push_back(
            fmt::format("{} of {} {} queries find nothing in the originals, and so say nothing of "
                        "the release",
                        silent, queries + silent, kind == QueryKind::risk ? "risk" : "utility"));
    }
    return result;
}

}  // namespace lethe::documents
