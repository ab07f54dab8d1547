#include "lethe/algo/supervised_linkage.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "lethe/algo/block_rows.h"

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
    SearchLimits left = limits;
    left.seconds -= context.now() - started;
    return {model, max_satisfied(context, *rows, left, starting_parameters(model, records))};
}

}  // namespace lethe
