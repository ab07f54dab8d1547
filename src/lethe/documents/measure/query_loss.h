// What queries lost, as methods of the catalogue take it.
#pragma once

#include <vector>

#include "lethe/documents/document_method.h"
#include "lethe/documents/measure/query_file.h"
#include "lethe/documents/measure/retrieval.h"

namespace lethe::documents {

struct QueryParams {
    RoundComponents round = RoundComponents::none;
    SetLoss sets = SetLoss::overlap;
    std::vector<double> weights{kPublishedWeights.begin(), kPublishedWeights.end()};
};

// Error(usage) unless there are six weights, none negative and not all of them 0.
IndexOptions index_options(const QueryParams& params);

Schema<QueryParams> query_schema();

// The value is the mean, over the queries of the kind that found something before, of the share of
// it that they do not find any more; 0 where there are none.
Measurement query_loss(const AssessInput& input, const QueryParams& params, QueryKind kind);

}  // namespace lethe::documents
