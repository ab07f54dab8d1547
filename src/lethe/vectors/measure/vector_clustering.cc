#include "lethe/vectors/measure/vector_clustering.h"

#include <fmt/format.h>

#include <algorithm>

#include "lethe/vectors/make/vector_defaults.h"
#include "lethe/vectors/measure/classification_scenarios.h"
#include "lethe/vectors/measure/vector_pair.h"
#include "lethe/vectors/protect/spherical_k_means.h"

namespace lethe::vectors {
namespace {

Measurement assess_clustering(const AssessInput& input, const ClusteringOptions& options) {
    const VectorPair pair = vector_pair(input);
    const ClassNumbers numbers = class_numbers(input.original.labels);
    std::vector<std::int32_t> classes;
    if (std::ssize(numbers.names) <= kMostClasses) classes = numbers.of(input.original.labels);
    const auto count_classes = classes.empty() ? 0 : std::ssize(numbers.names);
    Measurement result;
    Json compared = Json::array(), before = Json::array();
    double lost = 0;
    const std::vector<std::int64_t> counts = cluster_counts(options, count_classes);
    for (const std::int64_t count : counts) {
        const Clusters original =
            cluster_vectors(input.context, pair.original, count, options.restarts, input.random);
        const ComparedClusters found =
            compare_clusters(input.context, pair.published, count, options.restarts, input.random,
                             original, classes);
        lost += 1 - found.with_original.adjusted_rand;
        compared.push_back(to_json(found));
        if (!classes.empty()) {
            before.push_back({{"clusters", count},
                              {"with_labels", similarity_json(partition_similarity(
                                                  input.context, original.of, classes))}});
        }
        if (found.found < count) {
            result.warnings.push_back(
                fmt::format("Fewer different vectors than {} clusters: there are as many clusters "
                            "as vectors.",
                            count));
        }
    }
    if (!counts.empty()) result.value = 100 * lost / static_cast<double>(counts.size());
    result.details = {{"clustering", std::move(compared)}};
    if (!before.empty()) result.about_original = {{"clustering", std::move(before)}};
    return result;
}

}  // namespace

std::vector<std::int64_t> cluster_counts(const ClusteringOptions& options, std::int64_t classes) {
    std::vector<std::int64_t> counts = options.clusters;
    if (classes > 1) counts.push_back(classes);
    std::ranges::sort(counts);
    const auto repeats = std::ranges::unique(counts);
    counts.erase(repeats.begin(), repeats.end());
    return counts;
}

Clusters cluster_vectors(const Context& context, const SparseRows& rows, std::int64_t count,
                         std::int64_t restarts, const Random& random) {
    return spherical_k_means(context, rows, {.clusters = count, .restarts = restarts},
                             random.part(static_cast<std::uint64_t>(count)))
        .clusters;
}

ComparedClusters compare_clusters(const Context& context, const SparseRows& published,
                                  std::int64_t count, std::int64_t restarts, const Random& random,
                                  const Clusters& original, std::span<const std::int32_t> classes) {
    const Clusters found = cluster_vectors(context, published, count, restarts, random);
    ComparedClusters result{
        count, found.count, partition_similarity(context, found.of, original.of), {}};
    if (!classes.empty()) result.with_labels = partition_similarity(context, found.of, classes);
    return result;
}

Json similarity_json(const PartitionSimilarity& similarity) {
    return {{"rand", similarity.rand},
            {"adjusted_rand", similarity.adjusted_rand},
            {"jaccard", similarity.jaccard}};
}

Json to_json(const ComparedClusters& compared) {
    Json item{{"clusters", compared.clusters},
              {"found", compared.found},
              {"with_original", similarity_json(compared.with_original)}};
    if (compared.with_labels) item["with_labels"] = similarity_json(*compared.with_labels);
    return item;
}

Method vector_clustering_method() {
    return make_assessment(
        Family::loss,
        MethodInfo{
            .name = "vector-clustering",
            .title = "Clusters of document vectors",
            .summary = "How unlike the clusters of original and published vectors are.",
            .description =
                "Clusters the original and the published vectors by spherical k-means, from the "
                "same random starts, into several numbers of clusters, and as many as there are "
                "classes where documents have them. The value is 100 (1 - adjusted Rand index) "
                "between the two partitions, the mean over the numbers of clusters: 0 where they "
                "are the same, about 100 where they agree no more than by chance, and a little "
                "above it where they agree less. Use it where subjects are to be found in a "
                "release. Beware: k-means finds other clusters from another start even in the same "
                "vectors, the more so the more clusters there are; what it does to the original "
                "alone is the floor below which nothing can be told (`with_labels` says how far "
                "clusters are the classes, before and after). The time grows with the documents, "
                "the clusters and `restarts`.",
            .kinds = {Kind::numeric},
            .properties = {Property::random},
            .cites = {"abril2014privacy", "dhillon2001concept", "hubert1985comparing"},
            .example = {{"clusters", {2, 5}}, {"restarts", 3}},
            .in_words = "Whether the same documents are found to belong together.",
            .scale = Scale::loss,
            .details = {{"clustering", "By the number of clusters"}},
            .by_default = true},
        Schema<ClusteringOptions>()
            .field("clusters", &ClusteringOptions::clusters,
                   "Numbers of clusters; as many as there are classes are tried as well",
                   at_least(2))
            .field("restarts", &ClusteringOptions::restarts,
                   "Starts of k-means, of which the best is kept", at_least(1)),
        assess_clustering);
}

}  // namespace lethe::vectors
