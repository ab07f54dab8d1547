// What spherical microaggregation with one k does to a collection: everything that the source
// measures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/documents/spherical_corpora.h"
#include "lethe/algo/partition/clusters.h"
#include "lethe/method/right_links.h"
#include "lethe/vectors/measure/classification_scenarios.h"
#include "lethe/vectors/measure/vector_queries.h"
#include "lethe/vectors/measure/vector_statistics.h"

namespace lethe::reproduction {

// Published as mean directions, measured on the sphere; published as means, by Euclid; the groups
// are the same.
struct GeometryLosses {
    double spherical = 0, classical = 0, mean_distance = 0;
    std::int64_t smallest = 0;  // documents that share a vector
};

struct ClusterAgreement {
    std::int64_t clusters = 0;
    std::optional<double> with_original;  // adjusted Rand indices; none for the original itself
    double with_labels = 0;
};

struct SphericalRun {
    std::int64_t k = 1;
    GeometryLosses all, training, test;
    vectors::VectorStatistics statistics;
    std::optional<vectors::DistanceHistogram> distances;
    std::array<double, 3> f1{};  // of queries of 1, 3 and 5 terms, ten results
    vectors::ScenarioResults scenarios{};
    std::vector<ClusterAgreement> clusters;
    RightLinks links;
};

// What does not change with k.
class OriginalVectors {
  public:
    OriginalVectors(const VectorCorpus& corpus, std::uint64_t seed, const Context& context);

    SphericalRun original(const Context& context) const;  // k = 1
    SphericalRun run(std::int64_t k, const Context& context) const;

  private:
    std::vector<Clusters> clusters_of(const SparseRows& rows, const Context& context) const;
    std::vector<ClusterAgreement> agreement_of(const std::vector<Clusters>& found, bool itself,
                                               const Context& context) const;

    const VectorCorpus& corpus_;
    Random random_;
    vectors::ClassNumbers numbers_;
    std::vector<std::int32_t> of_all_, of_training_, of_test_;
    std::vector<std::string> joint_;  // terms of both parts
    SparseRows training_, test_;      // over them
    vectors::Predictions predicted_;  // by the original training part, of the original test part
    std::vector<std::int64_t> counts_;
    std::vector<Clusters> clusters_;
};

}  // namespace lethe::reproduction
