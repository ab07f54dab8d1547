#include "lethe/space/running_mean.h"

namespace lethe {
namespace {

void add(std::vector<ExactSum>& sums, const double* point) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j].add(point[j]);
}

std::vector<double> mean(const std::vector<ExactSum>& sums, std::int64_t count) {
    std::vector<double> result;
    for (const ExactSum& sum : sums) result.push_back(sum.value() / static_cast<double>(count));
    return result;
}

}  // namespace

RunningMean::RunningMean(const Points& points)
    : points_(points), sums_(static_cast<std::size_t>(points.dims)), count_(points.rows) {
    for (std::int64_t row = 0; row < points.rows; ++row) add(sums_, points.at(row));
}

void RunningMean::remove(std::int64_t row) {
    const double* point = points_.at(row);
    for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j].subtract(point[j]);
    --count_;
}

std::vector<double> RunningMean::point() const { return mean(sums_, count_); }

std::vector<double> mean_of_rows(const Points& points, std::span<const std::int64_t> rows) {
    std::vector<ExactSum> sums(static_cast<std::size_t>(points.dims));
    for (const std::int64_t row : rows) add(sums, points.at(row));
    return mean(sums, std::ssize(rows));
}

}  // namespace lethe
