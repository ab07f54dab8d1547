#include "lethe/documents/measure/retrieval.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lethe/algo/partition/partition_similarity.h"

namespace lethe::documents {
namespace {

constexpr std::size_t kSteepest = 20;  // ranks among which the fall is looked for
constexpr double kTail = 0.01;         // of the first relevance

double share(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::int64_t common(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    std::vector<std::int64_t> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return std::ssize(both);
}

double partition_nmi(std::span<const std::int64_t> before, std::span<const std::int64_t> after,
                     std::int64_t documents) {
    std::vector<std::int32_t> first(static_cast<std::size_t>(documents));
    std::vector<std::int32_t> second(first.size());
    for (const std::int64_t document : before) first[static_cast<std::size_t>(document)] = 1;
    for (const std::int64_t document : after) second[static_cast<std::size_t>(document)] = 1;
    return partition_similarity(Context{}, first, second).information;
}

}  // namespace

RetrievalMeasures measures_of(const RetrievalCounts& counts) {
    RetrievalMeasures result;
    const std::int64_t wrong = counts.retrieved - counts.relevant;
    result.precision = share(counts.relevant, counts.retrieved);
    result.recall = share(counts.relevant, counts.truth);
    const double sum = result.precision + result.recall;
    result.f = sum == 0 ? 0 : 2 * result.precision * result.recall / sum;
    result.coverage = share(counts.true_returned, counts.truth);
    result.novelty = share(wrong, counts.truth + wrong);
    result.average_relevance =
        counts.retrieved == 0 ? 0 : counts.relevance / static_cast<double>(counts.retrieved);
    result.total = static_cast<double>(counts.returned);
    result.random = share(counts.random, counts.retrieved);
    return result;
}

double relative_change(double before, double after) {
    return before == 0 ? 100 * (after - before) : 100 * (after - before) / before;
}

RetrievalMeasures changes_of(const RetrievalMeasures& before, const RetrievalMeasures& after) {
    RetrievalMeasures result;
    for (const auto part :
         {&RetrievalMeasures::precision, &RetrievalMeasures::recall, &RetrievalMeasures::f,
          &RetrievalMeasures::coverage, &RetrievalMeasures::novelty,
          &RetrievalMeasures::average_relevance, &RetrievalMeasures::random}) {
        result.*part = relative_change(before.*part, after.*part);
    }
    result.total = before.total == 0 ? (after.total == 0 ? 0 : 100)
                                     : relative_change(before.total, after.total);
    return result;
}

double overlap_loss(std::int64_t retrieved_before, std::int64_t still_retrieved) {
    return retrieved_before == 0 ? 0 : 100 * (1 - share(still_retrieved, retrieved_before));
}

std::array<double, kIndexParts> index_parts(const RetrievalMeasures& changes, double set_loss) {
    return {changes.f,     changes.coverage, -changes.novelty,
            changes.total, -changes.random,  -set_loss};
}

double combined_index(const RetrievalMeasures& changes, double set_loss,
                      const IndexOptions& options) {
    const std::array<double, kIndexParts> parts = index_parts(changes, set_loss);
    double sum = 0;
    double weight = 0;
    for (std::size_t i = 0; i < kIndexParts; ++i) {
        const bool rounds = options.round == RoundComponents::integer;
        sum += options.weights[i] * (rounds ? std::round(parts[i]) : parts[i]);
        weight += options.weights[i];
    }
    return sum / weight;
}

double automatic_threshold(std::span<const double> falling) {
    double steepest = 0;
    double threshold = 0;
    for (std::size_t i = 0; i + 1 < falling.size() && i < kSteepest; ++i) {
        if (falling[i] <= kTail * falling.front() || falling[i + 1] <= 0) break;
        const double ratio = falling[i] / falling[i + 1];
        if (ratio <= steepest) continue;
        steepest = ratio;
        // Rounding must not lift it above what it is to let in.
        threshold = std::min(falling[i], std::sqrt(falling[i]) * std::sqrt(falling[i + 1]));
    }
    return threshold;
}

Retrieved retrieve(const std::vector<Hit>& hits, double threshold,
                   std::span<const std::int64_t> truth, std::span<const std::int64_t> random) {
    Retrieved result;
    std::vector<std::int64_t> returned;
    for (const Hit& hit : hits) {
        if (hit.relevance <= 0) continue;
        returned.push_back(hit.document);
        if (hit.relevance < threshold) continue;
        result.documents.push_back(hit.document);
        result.counts.relevance += hit.relevance;
    }
    std::sort(returned.begin(), returned.end());
    std::sort(result.documents.begin(), result.documents.end());
    result.counts.truth = std::ssize(truth);
    result.counts.returned = std::ssize(returned);
    result.counts.retrieved = std::ssize(result.documents);
    result.counts.relevant = common(result.documents, truth);
    result.counts.true_returned = common(returned, truth);
    result.counts.random = common(result.documents, random);
    return result;
}

QueryComparison compare_query(const std::vector<Hit>& before, const std::vector<Hit>& after,
                              double threshold, std::optional<std::vector<std::int64_t>> truth,
                              std::span<const std::int64_t> random, std::int64_t documents,
                              const IndexOptions& index) {
    if (!truth) truth = retrieve(before, threshold, {}, random).documents;
    const Retrieved first = retrieve(before, threshold, *truth, random);
    const Retrieved second = retrieve(after, threshold, *truth, random);
    QueryComparison result;
    result.threshold = threshold;
    result.counts_before = first.counts;
    result.counts_after = second.counts;
    result.before = measures_of(first.counts);
    result.after = measures_of(second.counts);
    result.changes = changes_of(result.before, result.after);
    result.overlap_loss =
        overlap_loss(first.counts.retrieved, common(first.documents, second.documents));
    result.nmi = partition_nmi(first.documents, second.documents, documents);
    if (!truth->empty() || first.counts.returned > 0) {
        const double lost =
            index.sets == SetLoss::nmi ? 100 * (1 - result.nmi) : result.overlap_loss;
        result.combined = combined_index(result.changes, lost, index);
    }
    return result;
}

}  // namespace lethe::documents
