#include "experiments/documents/spherical_runs.h"

#include <algorithm>
#include <utility>

#include "lethe/algo/partition/partition_similarity.h"
#include "lethe/vectors/measure/vector_anonymity.h"
#include "lethe/vectors/measure/vector_linkage.h"
#include "lethe/vectors/measure/vector_loss.h"
#include "lethe/vectors/protect/spherical.h"
#include "lethe/vectors/protect/spherical_k_means.h"

namespace lethe::reproduction {
namespace {

constexpr std::int64_t kEveryDocument = 100000;
constexpr std::array<std::int64_t, 4> kWithDistances{2, 3, 10, 20};
constexpr std::array<std::int64_t, 6> kWithClusters{2, 3, 5, 10, 15, 20};

bool among(std::span<const std::int64_t> list, std::int64_t k) {
    return std::ranges::find(list, k) != list.end();
}

SparseRows protect(const SparseRows& rows, std::int64_t k, const Context& context) {
    vectors::SphericalOptions options;
    options.k = k;
    options.refine = false;  // as published
    return vectors::spherical_microaggregation(context, rows, options).rows;
}

// The means of the groups: what is published has the direction of a group's sum s, and |s| is the
// sum of its documents' cosines with that direction.
SparseRows means_of(const SparseRows& unit, const SparseRows& published) {
    const std::vector<std::int32_t> group = equal_rows(published);
    std::vector<double> sum, size;
    for (std::size_t r = 0; r < group.size(); ++r) {
        const auto which = static_cast<std::size_t>(group[r]);
        if (which == sum.size()) {
            sum.push_back(0);
            size.push_back(0);
        }
        const auto row = static_cast<std::int64_t>(r);
        sum[which] += dot(unit[row], published[row]);
        size[which] += 1;
    }
    SparseRows means(published.columns());
    means.reserve(published.rows(), published.entries());
    for (std::size_t r = 0; r < group.size(); ++r) {
        const auto which = static_cast<std::size_t>(group[r]);
        const SparseRow row = published[static_cast<std::int64_t>(r)];
        for (std::size_t i = 0; i < row.columns.size(); ++i) {
            means.add(row.columns[i], row.values[i] * (sum[which] / size[which]));
        }
        means.end_row();
    }
    return means;
}

GeometryLosses run_losses_of(const SparseRows& original, const SparseRows& published) {
    const vectors::VectorLoss spherical = vectors::vector_loss(original, published);
    const vectors::VectorLoss classical =
        vectors::vector_loss(original, means_of(with_unit_norms(original), published));
    return {spherical.spherical.share(), classical.classical.share(), spherical.mean_distance,
            vectors::vector_anonymity(published).smallest};
}

SparseRows over(const std::vector<std::string>& terms, const vectors::DocumentVectors& of,
                const SparseRows& rows) {
    return vectors::over_terms({rows, of.terms, {}, {}}, terms).rows;
}

}  // namespace

OriginalVectors::OriginalVectors(const VectorCorpus& corpus, std::uint64_t seed,
                                 const Context& context)
    : corpus_(corpus),
      random_(seed),
      numbers_(vectors::class_numbers(corpus.all.labels)),
      of_all_(numbers_.of(corpus.all.labels)),
      of_training_(numbers_.of(corpus.training.labels)),
      of_test_(numbers_.of(corpus.test.labels)),
      joint_(vectors::joint_terms(corpus.training.terms, corpus.test.terms)),
      training_(over(joint_, corpus.training, corpus.training.rows)),
      test_(over(joint_, corpus.test, corpus.test.rows)),
      predicted_(vectors::predict(
          context, {training_, of_training_, static_cast<std::int32_t>(numbers_.names.size())},
          test_)),
      counts_{5, 10, 15, 20, 25} {
    const std::int64_t labels = std::ssize(numbers_.names);
    if (!among(counts_, labels)) counts_.push_back(labels);
    std::ranges::sort(counts_);
    clusters_ = clusters_of(corpus.all.rows, context);
}

std::vector<Clusters> OriginalVectors::clusters_of(const SparseRows& rows,
                                                   const Context& context) const {
    std::vector<Clusters> result;
    for (const std::int64_t count : counts_) {
        vectors::KMeansOptions options;
        options.clusters = count;
        result.push_back(vectors::spherical_k_means(context, rows, options,
                                                    random_.part(static_cast<std::uint64_t>(count)))
                             .clusters);
    }
    return result;
}

std::vector<ClusterAgreement> OriginalVectors::agreement_of(const std::vector<Clusters>& found,
                                                            bool itself,
                                                            const Context& context) const {
    std::vector<ClusterAgreement> result;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto agreement = [&](const std::vector<std::int32_t>& with) {
            return partition_similarity(context, found[i].of, with).adjusted_rand;
        };
        result.push_back({counts_[i],
                          itself ? std::nullopt : std::optional(agreement(clusters_[i].of)),
                          agreement(of_all_)});
    }
    return result;
}

SphericalRun OriginalVectors::original(const Context& context) const {
    SphericalRun run;
    run.statistics = vectors::vector_statistics(corpus_.all.rows);
    run.distances = vectors::distance_histogram(context, corpus_.all.rows, kEveryDocument, random_);
    run.f1 = {1, 1, 1};
    const auto classes = static_cast<std::int32_t>(numbers_.names.size());
    for (std::size_t c = 0; c < predicted_.size(); ++c) {
        const vectors::Agreement right = vectors::agreement(predicted_[c], of_test_, classes);
        for (vectors::ScenarioResult& scenario : run.scenarios) scenario.with_labels[c] = right;
    }
    run.clusters = agreement_of(clusters_, true, context);
    return run;
}

SphericalRun OriginalVectors::run(std::int64_t k, const Context& context) const {
    SphericalRun run;
    run.k = k;
    const SparseRows& rows = corpus_.all.rows;
    const SparseRows published = protect(rows, k, context);
    run.all = run_losses_of(rows, published);
    run.statistics = vectors::vector_statistics(published);
    if (among(kWithDistances, k)) {
        run.distances = vectors::distance_histogram(context, published, kEveryDocument, random_);
    }
    vectors::QueryOptions queries;
    queries.results = {10};
    for (const vectors::QueryAnswer& answer :
         vectors::vector_queries(rows, published, queries, random_)) {
        const auto place = std::ranges::find(queries.lengths, answer.length);
        run.f1[static_cast<std::size_t>(place - queries.lengths.begin())] +=
            answer.f1() / static_cast<double>(vectors::kQueryTypes.size());
    }
    run.links = vectors::vector_linkage(context, rows, published);
    if (among(kWithClusters, k)) {
        run.clusters = agreement_of(clusters_of(published, context), false, context);
    }

    const SparseRows training = protect(corpus_.training.rows, k, context);
    const SparseRows test = protect(corpus_.test.rows, k, context);
    run.training = run_losses_of(corpus_.training.rows, training);
    run.test = run_losses_of(corpus_.test.rows, test);
    run.scenarios = vectors::classification_scenarios(
        context, {training_, over(joint_, corpus_.training, training), of_training_},
        {test_, over(joint_, corpus_.test, test), of_test_},
        static_cast<std::int32_t>(numbers_.names.size()), predicted_);
    return run;
}

}  // namespace lethe::reproduction
