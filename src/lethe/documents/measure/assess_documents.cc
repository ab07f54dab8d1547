#include "lethe/documents/measure/assess_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/core/error.h"
#include "lethe/documents/measure/document_match.h"

namespace lethe::documents {
namespace {

// The numbers of documents, ascending, each once; problems for those that are not there.
std::vector<std::int64_t> numbers_of(const DocumentNames& names,
                                     const std::vector<std::string>& ids, std::string_view of,
                                     Problems& problems) {
    std::vector<std::int64_t> numbers;
    for (const std::string& id : ids) {
        if (const auto found = names.find(id)) {
            numbers.push_back(*found);
        } else {
            problems.push_back(
                {fmt::format("{} names a document that is not among the originals, "
                             "or more than one of them: \"{}\"",
                             of, id)});
        }
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

double threshold_of(const Query& query, const std::vector<Hit>& hits) {
    if (query.threshold) return *query.threshold;
    std::vector<double> relevances;
    for (const Hit& hit : hits) relevances.push_back(hit.relevance);
    return automatic_threshold(relevances);
}

// The query that each document is most relevant to, from 1; 0: to none.
class Assignment {
  public:
    explicit Assignment(std::size_t documents) : query_(documents), best_(documents) {}

    void add(std::int32_t query, const std::vector<Hit>& hits, double threshold) {
        for (const Hit& hit : hits) {
            const auto i = static_cast<std::size_t>(hit.document);
            if (hit.relevance < threshold || hit.relevance <= best_[i]) continue;
            best_[i] = hit.relevance;
            query_[i] = query;
        }
    }
    const std::vector<std::int32_t>& queries() const { return query_; }

  private:
    std::vector<std::int32_t> query_;
    std::vector<double> best_;
};

struct Sides {
    explicit Sides(std::size_t documents) : before(documents), after(documents) {}
    Assignment before, after;
};

KindSummary summary_of(const std::vector<AssessedQuery>& queries, QueryKind kind,
                       const Sides& sides) {
    KindSummary summary;
    double sum = 0;
    std::int64_t count = 0;
    for (const AssessedQuery& query : queries) {
        if (query.kind != kind || !query.found.combined) continue;
        sum += *query.found.combined;
        ++count;
    }
    if (count > 0) summary.mean = sum / static_cast<double>(count);
    summary.nmi =
        partition_similarity(Context{}, sides.before.queries(), sides.after.queries()).information;
    return summary;
}

Json to_json(const RetrievalMeasures& measures) {
    return {{"precision", measures.precision},
            {"recall", measures.recall},
            {"f", measures.f},
            {"coverage", measures.coverage},
            {"novelty", measures.novelty},
            {"average_relevance", measures.average_relevance},
            {"total", measures.total},
            {"random", measures.random}};
}

Json to_json(const RetrievalCounts& counts, const RetrievalMeasures& measures) {
    Json json = to_json(measures);
    json["total"] = counts.returned;
    json["retrieved"] = counts.retrieved;
    json["relevant"] = counts.relevant;
    json["true_returned"] = counts.true_returned;
    return json;
}

Json optional_json(std::optional<double> value) { return value ? Json(*value) : Json(); }

}  // namespace

QueryAssessment assess_queries(const Context& context, const TextCollection& original,
                               const TextCollection& sanitised, const QueryFile& queries,
                               const IndexOptions& index) {
    if (original.ids != sanitised.ids) {
        throw Error(ErrorKind::internal, "collections of different documents were compared");
    }
    const DocumentNames names(original.ids);
    Problems problems;
    const auto random = numbers_of(names, queries.benchmark, "[benchmark]", problems);
    std::vector<std::optional<std::vector<std::int64_t>>> truths;
    for (const Query& query : queries.queries) {
        truths.emplace_back();
        if (!query.relevant) continue;
        truths.back() =
            numbers_of(names, *query.relevant, fmt::format("query \"{}\"", query.name), problems);
    }
    throw_if_any(std::move(problems));

    SearchIndex before;
    before.add(context, original.ids, original.texts);
    SearchIndex after;
    after.add(context, sanitised.ids, sanitised.texts);
    const std::size_t documents = original.ids.size();
    QueryAssessment result;
    Sides utility(documents);
    Sides risk(documents);
    for (std::size_t i = 0; i < queries.queries.size(); ++i) {
        const Query& query = queries.queries[i];
        const std::vector<Hit> first = before.search(query.words);
        const std::vector<Hit> second = after.search(query.words);
        const double threshold = threshold_of(query, first);
        result.queries.push_back({query.name, query.kind, !query.threshold,
                                  compare_query(first, second, threshold, truths[i], random,
                                                static_cast<std::int64_t>(documents), index)});
        Sides& sides = query.kind == QueryKind::risk ? risk : utility;
        sides.before.add(static_cast<std::int32_t>(i) + 1, first, threshold);
        sides.after.add(static_cast<std::int32_t>(i) + 1, second, threshold);
    }
    result.utility = summary_of(result.queries, QueryKind::utility, utility);
    result.risk = summary_of(result.queries, QueryKind::risk, risk);
    return result;
}

Json to_json(const QueryAssessment& assessment) {
    Json queries = Json::array();
    for (const AssessedQuery& query : assessment.queries) {
        const QueryComparison& found = query.found;
        queries.push_back({{"about", "original"},
                           {"name", query.name},
                           {"kind", name(query.kind)},
                           {"threshold", found.threshold},
                           {"automatic_threshold", query.automatic_threshold},
                           {"truth", found.counts_before.truth},
                           {"before", to_json(found.counts_before, found.before)},
                           {"after", to_json(found.counts_after, found.after)},
                           {"changes", to_json(found.changes)},
                           {"overlap_loss", found.overlap_loss},
                           {"nmi", found.nmi},
                           {"combined", optional_json(found.combined)}});
    }
    return {{"queries", std::move(queries)},
            {"utility_change", optional_json(assessment.utility.mean)},
            {"utility_nmi", assessment.utility.nmi},
            {"risk_change", optional_json(assessment.risk.mean)},
            {"risk_nmi", assessment.risk.nmi}};
}

}  // namespace lethe::documents
