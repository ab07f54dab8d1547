// What sanitising did to a collection, by queries to a search engine: what a utility query finds
// less well is information lost, what a risk query finds less well is risk removed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/json.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/measure/retrieval.h"
#include "lethe/documents/read/text_collection.h"

namespace lethe::documents {

struct AssessedQuery {
    std::string name;
    QueryKind kind = QueryKind::utility;
    bool automatic_threshold = false;
    QueryComparison found;
};

struct KindSummary {
    std::optional<double> mean;  // of the combined indices that there are
    // Normalised mutual information of the documents' assignment to the query that they are most
    // relevant to (or to none), before and after.
    double nmi = 1;
};

struct QueryAssessment {
    std::vector<AssessedQuery> queries;
    KindSummary utility, risk;
};

// Both collections have the same ids. The threshold of a query is that of the original collection.
// Error(usage) for documents that `queries` names and the collection has not.
QueryAssessment assess_queries(const Context& context, const TextCollection& original,
                               const TextCollection& sanitised, const QueryFile& queries,
                               const IndexOptions& index);

Json to_json(const QueryAssessment& assessment);

}  // namespace lethe::documents
