#include "lethe/algo/supervised_linkage.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <bit>

#include "lethe/algo/block_rows.h"
#include "lethe/algo/fuzzy_measure.h"

namespace lethe {
namespace {

// Of the differences of true pairs, with a little on the diagonal so that it has an inverse.
Eigen::MatrixXd second_moments(const AlignedRecords& records) {
    const int n = records.attributes;
    Eigen::MatrixXd moments = Eigen::MatrixXd::Identity(n, n) * 1e-6;
    Eigen::VectorXd difference(n);
    for (std::int32_t i = 0; i < records.rows; ++i) {
        records.differences(i, i, difference.data());
        moments += difference * difference.transpose() / static_cast<double>(records.rows);
    }
    return moments;
}

constexpr int kManyParameters = 60;
constexpr std::int32_t kManyRecords = 2000;
constexpr double kNestedShare = 0.1;  // of the time, for each family inside

// What the root of the search of a family finds, within a share of the time.
std::vector<double> quick_parameters(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records, const SearchLimits& limits,
                                     const std::vector<std::vector<double>>& starts) {
    SearchLimits few = limits;
    few.nodes = 0;
    few.seconds *= kNestedShare;
    const std::unique_ptr<BlockRows> rows = make_block_rows(context, model, records);
    return max_satisfied(context.silent(), *rows, few, starts).parameters;
}

// A family of many parameters is searched from the best distances of families inside it.
void add_nested_starts(const Context& context, const DistanceModel& model,
                       const AlignedRecords& records, const SearchLimits& limits,
                       std::vector<std::vector<double>>& starts) {
    const int n = records.attributes;
    const int dims = feature_count(model, n);
    if (model.sorted() || dims <= n || (dims < kManyParameters && records.rows < kManyRecords)) {
        return;
    }
    const DistanceModel mean{DistanceFamily::weighted_mean};
    const std::vector<double> weights =
        quick_parameters(context, mean, records, limits, starting_parameters(mean, records));
    starts.push_back(weighted_parameters(model, weights));
    if (model.family != DistanceFamily::choquet) return;

    std::vector<double> measure(std::size_t{1} << n, 0.0);
    const DistanceModel sorted{DistanceFamily::owa};
    const std::vector<double> by_rank =
        quick_parameters(context, sorted, records, limits, starting_parameters(sorted, records));
    for (std::uint32_t set = 1; set < measure.size(); ++set) {
        for (int rank = 0; rank < std::popcount(set); ++rank) {
            measure[set] += by_rank[static_cast<std::size_t>(rank)];
        }
    }
    starts.emplace_back(measure.begin() + 1, measure.end());

    const DistanceModel pairs{DistanceFamily::choquet_k_additive, 2};
    std::vector<std::vector<double>> inner = starting_parameters(pairs, records);
    inner.push_back(weighted_parameters(pairs, weights));
    const std::vector<double> coefficients =
        quick_parameters(context, pairs, records, limits, inner);
    std::fill(measure.begin(), measure.end(), 0.0);
    const std::vector<std::uint32_t> sets = feature_sets(pairs, n);
    for (std::size_t f = 0; f < sets.size(); ++f) measure[sets[f]] = coefficients[f];
    measure = zeta(measure);
    starts.emplace_back(measure.begin() + 1, measure.end());
}

}  // namespace

std::vector<std::vector<double>> starting_parameters(const DistanceModel& model,
                                                     const AlignedRecords& records) {
    const int n = records.attributes;
    const std::vector<double> equal(static_cast<std::size_t>(n), 1.0 / n);
    std::vector<std::vector<double>> starts{weighted_parameters(model, equal)};
    const Eigen::MatrixXd moments = second_moments(records);
    if (!model.sorted()) {
        std::vector<double> weights(static_cast<std::size_t>(n));
        for (int l = 0; l < n; ++l) weights[static_cast<std::size_t>(l)] = 1.0 / moments(l, l);
        starts.push_back(weighted_parameters(model, weights));
    }
    if (model.bilinear()) {
        const Eigen::MatrixXd inverse = moments.llt().solve(Eigen::MatrixXd::Identity(n, n));
        std::vector<double> form;
        for (int l = 0; l < n; ++l) {
            for (int h = l; h < n; ++h) form.push_back(inverse(l, h));
        }
        starts.push_back(std::move(form));
    }
    return starts;
}

SupervisedLinkage supervised_linkage(const Context& context, const DistanceModel& model,
                                     const AlignedRecords& records, const SearchLimits& limits) {
    const double started = context.now();
    const std::unique_ptr<BlockRows> rows = make_block_rows(context, model, records);
    std::vector<std::vector<double>> starts = starting_parameters(model, records);
    add_nested_starts(context, model, records, limits, starts);
    SearchLimits left = limits;
    left.seconds -= context.now() - started;
    return {model, max_satisfied(context, *rows, left, starts)};
}

}  // namespace lethe
