// Equal rows always go together, so the search is over different rows, each weighed by how often it
// comes; of protected vectors there are 1/k as many. Centres are kept as one table with the centres
// of a term side by side: a row meets all centres in one pass over its terms.
//
// A search starts from random documents. A cluster that loses all its rows takes the row that is
// least like its centre, from a cluster that has others. Neither the choice of the nearest centre,
// nor that, nor moving a centre to the mean direction lowers the sum of cosines, so it converges;
// after a round the sum is that of the norms of the sums of the clusters' rows.
#include "lethe/vectors/protect/spherical_k_means.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/vectors/make/distinct_rows.h"

namespace lethe::vectors {
namespace {

class CentreSearch {
  public:
    CentreSearch(const DistinctRows& distinct, std::size_t clusters)
        : distinct_(distinct),
          clusters_(clusters),
          centres_(static_cast<std::size_t>(distinct.rows.columns()) * clusters, 0.0),
          cluster_of_(static_cast<std::size_t>(distinct.size()), 0),
          cosine_(cluster_of_.size(), 0.0),
          rows_in_(clusters, 0) {}

    KMeansResult run(const KMeansOptions& options, const Random& random) {
        start(random);
        KMeansResult result;
        for (std::int64_t round = 0; round < options.most_rounds; ++round) {
            const bool changed = assign();
            fill_empty();
            const double objective = move_centres();
            const double before = result.course.empty() ? 0 : result.course.back();
            result.course.push_back(objective);
            if (round > 0 && (!changed || objective - before < options.least_gain * before)) break;
        }
        result.objective = result.course.back();
        result.clusters.count = static_cast<std::int32_t>(clusters_);
        for (const std::int32_t which : distinct_.of) {
            result.clusters.of.push_back(cluster_of_[static_cast<std::size_t>(which)]);
        }
        return result;
    }

  private:
    double* centres_of(std::int32_t term) {
        return centres_.data() + static_cast<std::size_t>(term) * clusters_;
    }

    // Centres are different rows, drawn as documents are: the more often a row comes, the likelier.
    void start(const Random& random) {
        std::vector<bool> taken(cluster_of_.size(), false);
        std::size_t centre = 0;
        for (const std::int64_t document :
             random_permutation(random.stream("start"), std::ssize(distinct_.of))) {
            const std::int32_t which = distinct_.of[static_cast<std::size_t>(document)];
            if (taken[static_cast<std::size_t>(which)]) continue;
            taken[static_cast<std::size_t>(which)] = true;
            const SparseRow row = distinct_.rows[which];
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                centres_of(row.columns[i])[centre] = row.values[i];
            }
            if (++centre == clusters_) return;
        }
    }

    bool assign() {
        bool changed = false;
        std::ranges::fill(rows_in_, 0);
        std::vector<double> cosines(clusters_);
        for (std::size_t r = 0; r < cluster_of_.size(); ++r) {
            const SparseRow row = distinct_.rows[static_cast<std::int64_t>(r)];
            std::ranges::fill(cosines, 0.0);
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                const double* centres = centres_of(row.columns[i]);
                const double weight = row.values[i];
                for (std::size_t c = 0; c < clusters_; ++c) cosines[c] += weight * centres[c];
            }
            const auto best = std::ranges::max_element(cosines) - cosines.begin();
            changed = changed || cluster_of_[r] != static_cast<std::int32_t>(best);
            cluster_of_[r] = static_cast<std::int32_t>(best);
            cosine_[r] = cosines[static_cast<std::size_t>(best)];
            ++rows_in_[static_cast<std::size_t>(best)];
        }
        return changed;
    }

    void fill_empty() {
        for (std::size_t empty = 0; empty < clusters_; ++empty) {
            if (rows_in_[empty] > 0) continue;
            std::size_t least = cluster_of_.size();
            for (std::size_t r = 0; r < cluster_of_.size(); ++r) {
                if (rows_in_[static_cast<std::size_t>(cluster_of_[r])] < 2) continue;
                if (least == cluster_of_.size() || cosine_[r] < cosine_[least]) least = r;
            }
            --rows_in_[static_cast<std::size_t>(cluster_of_[least])];
            cluster_of_[least] = static_cast<std::int32_t>(empty);
            cosine_[least] = 1;
            rows_in_[empty] = 1;
        }
    }

    // Returns the sum of the norms of the clusters' sums.
    double move_centres() {
        std::ranges::fill(centres_, 0.0);
        for (std::size_t r = 0; r < cluster_of_.size(); ++r) {
            const SparseRow row = distinct_.rows[static_cast<std::int64_t>(r)];
            const auto own = static_cast<std::size_t>(cluster_of_[r]);
            const auto weight = static_cast<double>(distinct_.count[r]);
            for (std::size_t i = 0; i < row.columns.size(); ++i) {
                centres_of(row.columns[i])[own] += weight * row.values[i];
            }
        }
        std::vector<double> norm(clusters_, 0.0);
        for (std::size_t i = 0; i < centres_.size(); i += clusters_) {
            for (std::size_t c = 0; c < clusters_; ++c)
                norm[c] += centres_[i + c] * centres_[i + c];
        }
        double objective = 0;
        for (double& one : norm) {
            one = std::sqrt(one);
            objective += one;
            if (one == 0) one = 1;  // only empty rows
        }
        for (std::size_t i = 0; i < centres_.size(); i += clusters_) {
            for (std::size_t c = 0; c < clusters_; ++c) centres_[i + c] /= norm[c];
        }
        return objective;
    }

    const DistinctRows& distinct_;
    std::size_t clusters_;
    std::vector<double> centres_;  // by term, then by cluster
    std::vector<std::int32_t> cluster_of_;
    std::vector<double> cosine_;  // with the own centre
    std::vector<std::int64_t> rows_in_;
};

}  // namespace

KMeansResult spherical_k_means(const Context& context, const SparseRows& rows,
                               const KMeansOptions& options, const Random& random) {
    if (options.clusters < 1 || options.restarts < 1 || options.most_rounds < 1) {
        throw Error(ErrorKind::usage, "clusters, restarts and rounds are at least 1");
    }
    if (rows.rows() == 0) throw Error(ErrorKind::input, "there is nothing to cluster");
    const DistinctRows distinct = distinct_rows(with_unit_norms(rows));
    const auto clusters = static_cast<std::size_t>(std::min(options.clusters, distinct.size()));
    std::vector<KMeansResult> results(static_cast<std::size_t>(options.restarts));
    parallel_tasks(context, options.restarts, [&](std::int64_t restart) {
        results[static_cast<std::size_t>(restart)] =
            CentreSearch(distinct, clusters)
                .run(options, random.part(static_cast<std::uint64_t>(restart)));
    });
    return std::move(*std::ranges::max_element(results, {}, &KMeansResult::objective));
}

}  // namespace lethe::vectors
