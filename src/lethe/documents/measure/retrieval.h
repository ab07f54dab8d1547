// How well a search engine finds what belongs to a query, before and after documents were
// sanitised; and what that says of the loss of information (utility queries) and of the risk of
// disclosure (risk queries).
//
//   T        the documents that belong to the query
//   Ret      retrieved: documents whose relevance reaches a threshold
//   P = |Ret and T| / |Ret|      R = |Ret and T| / |T|      F = 2 P R / (P + R)
//   C = |T and all returned| / |T|        coverage
//   N = |Ret not T| / (|T| + |Ret not T|) novelty: what got in and does not belong
//   AR = mean relevance in Ret      TR = documents returned      PR = share of Ret that is random
//
// Quotients of nothing are 0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lethe/documents/index/search_index.h"

namespace lethe::documents {

// Sizes of the sets of one query in one collection.
struct RetrievalCounts {
    std::int64_t truth = 0;          // T
    std::int64_t returned = 0;       // relevance above 0
    std::int64_t retrieved = 0;      // Ret
    std::int64_t relevant = 0;       // Ret and T
    std::int64_t true_returned = 0;  // T and returned
    std::int64_t random = 0;         // Ret and the random documents
    double relevance = 0;            // sum over Ret
};

// Shares between 0 and 1, but the total.
struct RetrievalMeasures {
    double precision = 0;
    double recall = 0;
    double f = 0;
    double coverage = 0;
    double novelty = 0;
    double average_relevance = 0;
    double total = 0;
    double random = 0;
};

RetrievalMeasures measures_of(const RetrievalCounts& counts);

// In percent of what it was: 100 (after - before) / before. Of a share that was 0: 100 (after -
// before), percentage points.
double relative_change(double before, double after);

// The relative change of every measure (TR of a query that returned nothing and now does: 100).
RetrievalMeasures changes_of(const RetrievalMeasures& before, const RetrievalMeasures& after);

// Of what was retrieved before, how much is not any more, in percent; 0 of nothing. This is what
// the source prints as the difference of NMI.
double overlap_loss(std::int64_t retrieved_before, std::int64_t still_retrieved);

enum class RoundComponents { none, integer };

// How much each part of the combined index counts: F, C, N, TR, PR and what is lost of the sets.
inline constexpr std::size_t kIndexParts = 6;
using IndexWeights = std::array<double, kIndexParts>;
inline constexpr IndexWeights kPublishedWeights{2, 1, 1, 1, 1, 2};

// What the last part of the index is.
enum class SetLoss {
    overlap,  // of what was retrieved before the share that is not any more: the printed tables
    nmi,      // 1 - normalised mutual information of both sets: the printed formula
};

struct IndexOptions {
    IndexOptions(RoundComponents how = RoundComponents::none) : round(how) {}  // NOLINT: implicit

    RoundComponents round;
    SetLoss sets = SetLoss::overlap;
    IndexWeights weights = kPublishedWeights;
};

// The parts with their signs, in percent: F, C, -N, TR, -PR, -what is lost of the sets.
std::array<double, kIndexParts> index_parts(const RetrievalMeasures& changes, double set_loss);

// The combined index, (2 F + C - N + TR - PR - 2 overlap loss) / 8 with the published weights, of
// changes in percent: the weighted mean of the parts. Negative: information lost, or risk removed.
// The published values round each part to a whole number first, halves away from zero.
double combined_index(const RetrievalMeasures& changes, double set_loss,
                      const IndexOptions& options);

// Where relevance falls most steeply: of the relevances in falling order, the largest ratio of
// neighbours among the first 20 and among those above a hundredth of the first; the threshold is
// the geometric mean of the two. 0 where there are fewer than two: all are kept.
double automatic_threshold(std::span<const double> falling);

// A ranking seen through a threshold.
struct Retrieved {
    RetrievalCounts counts;
    std::vector<std::int64_t> documents;  // Ret, ascending
};

// `truth` and `random` ascend.
Retrieved retrieve(const std::vector<Hit>& hits, double threshold,
                   std::span<const std::int64_t> truth, std::span<const std::int64_t> random);

// One query before and after.
struct QueryComparison {
    double threshold = 0;
    RetrievalCounts counts_before, counts_after;
    RetrievalMeasures before, after, changes;
    double overlap_loss = 0;
    // Normalised mutual information of (retrieved, not retrieved) over all documents.
    double nmi = 1;
    std::optional<double>
        combined;  // none where nothing belongs to the query and nothing was found
};

// `truth` none: what is retrieved before. `documents` in all; numbers of both rankings agree.
QueryComparison compare_query(const std::vector<Hit>& before, const std::vector<Hit>& after,
                              double threshold, std::optional<std::vector<std::int64_t>> truth,
                              std::span<const std::int64_t> random, std::int64_t documents,
                              const IndexOptions& index);

}  // namespace lethe::documents
