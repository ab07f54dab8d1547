// What queries of readers do not find any more.
#include <fmt/format.h>

#include "lethe/documents/document_method.h"
#include "lethe/documents/measure/query_loss.h"
#include "lethe/method/figures.h"

namespace lethe::documents {
namespace {

std::string read_utility_queries(const Json&, double value, std::optional<std::int64_t>) {
    return fmt::format("Of what readers look for and found, {} is not found any more.",
                       figures::percent_text(value));
}

MethodInfo utility_queries_info() {
    return MethodInfo{
        .name = "utility-queries",
        .title = "Queries of readers",
        .summary = "The share of what utility queries found before that they do not find any more.",
        .description =
            "Queries of kind `utility` (`--queries FILE`) go to a search engine over the original "
            "and over the released documents; a document is found where its relevance reaches the "
            "query's threshold. The value is the mean share of the documents found before that are "
            "not found any more; `change` is the combined index of the source, negative where "
            "information was lost, `nmi` the normalised mutual information of the assignment of "
            "documents to queries before and after. Use it where you know what the documents are "
            "read for.",
        .kinds = {Kind::text},
        .properties = {},
        .cites = {"nettleton2012document", "abril2014privacy"},
        .example_use = {.original = "examples/documents/ministry",
                        .options = "--queries examples/documents/queries.toml"},
        .in_words = "Searches the released documents for what readers need.",
        .scale = Scale::loss,
        .reading = read_utility_queries,
        .details = {{"queries", "Queries that found something before"},
                    {"change", "Combined change (negative: information lost)", true},
                    {"nmi", "Mutual information of before and after"},
                    {"each", "By query"}},
        .needs = "queries"};
}

Measurement assess_utility_queries(const AssessInput& input, const QueryParams& params) {
    if (input.queries == nullptr) throw_missing_need(utility_queries_info());
    return query_loss(input, params, QueryKind::utility);
}

}  // namespace

Method utility_queries_method() {
    return make_assessment(Family::loss, utility_queries_info(), query_schema(),
                           assess_utility_queries);
}

}  // namespace lethe::documents
