// What queries for secrets still find.
#include <fmt/format.h>

#include "lethe/documents/document_method.h"
#include "lethe/documents/measure/query_loss.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

std::string read_risk_queries(const Json&, double value, std::optional<std::int64_t>) {
    return fmt::format("Of what queries for secrets found, {} is still found.",
                       figures::percent_text(value));
}

MethodInfo risk_queries_info() {
    return MethodInfo{
        .name = "risk-queries",
        .title = "Queries for what must not be found",
        .summary = "The share of what risk queries found before that they still find.",
        .description =
            "Queries of kind `risk` (`--queries FILE`) go to a search engine over the original and "
            "over the released documents; a document is found where its relevance reaches the "
            "query's threshold. The value is the mean share of the documents found before that are "
            "still found; `change` is the combined index of the source (F, coverage, novelty, "
            "documents returned), negative where risk was removed, `nmi` the normalised mutual "
            "information of the assignment of documents to queries before and after. Use it where "
            "you can say what must not be found. Beware: what no query asks for is not measured.",
        .kinds = {Kind::text},
        .properties = {},
        .cites = {"nettleton2012document", "abril2014privacy"},
        .example_use = {.original = "examples/documents/ministry",
                        .options = "--queries examples/documents/queries.toml"},
        .in_words = "Somebody searches the released documents for what must not be found.",
        .scale = Scale::values,
        .reading = read_risk_queries,
        .details = {{"queries", "Queries that found something before"},
                    {"change", "Combined change (negative: risk removed)", true},
                    {"nmi", "Mutual information of before and after"},
                    {"each", "By query"}},
        .needs = "queries"};
}

Measurement assess_risk_queries(const AssessInput& input, const QueryParams& params) {
    if (input.queries == nullptr) throw_missing_need(risk_queries_info());
    Measurement result = query_loss(input, params, QueryKind::risk);
    result.value = 100 - result.value;
    return result;
}

}  // namespace

Method risk_queries_method() {
    return make_assessment(Family::attack, risk_queries_info(), query_schema(),
                           assess_risk_queries);
}

}  // namespace lethe::documents
