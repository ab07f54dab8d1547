#include "lethe/space/sparse.h"

#include <algorithm>
#include <cmath>

#include "lethe/core/error.h"

namespace lethe {
SparseSpace::SparseSpace(const SparseRows& unit_rows) : rows_(unit_rows) {
    constexpr double kRounding = 1e-9;
    constexpr std::int64_t kMostRows = std::int64_t{1} << 22;
    if (rows_.rows() > kMostRows) {
        throw Error(ErrorKind::input, "more than four million vectors are too many");
    }
    for (std::int64_t r = 0; r < rows_.rows(); ++r) {
        const SparseRow row = rows_[r];
        if (std::ranges::any_of(row.values, [](double value) { return value < 0; })) {
            throw Error(ErrorKind::input, "vectors must not have negative weights");
        }
        if (std::abs(lethe::norm(row) - 1) > kRounding) {
            throw Error(ErrorKind::input, "vectors must have unit length");
        }
    }
}

SparseSpace::Point SparseSpace::point(std::int64_t row) const {
    const std::int64_t only[] = {row};
    return centroid(only);
}

SparseSpace::Point SparseSpace::centroid(std::span<const std::int64_t> rows) const {
    SparseSum sum(rows_.columns());
    for (const std::int64_t row : rows) sum.add(rows_[row]);
    return sum.direction();
}

SparseSpace::RunningCentroid::RunningCentroid(const SparseSpace& space)
    : space_(space), sum_(space.rows_.columns()) {
    for (std::int64_t row = 0; row < space.rows(); ++row) sum_.add(space.rows_[row]);
}

}  // namespace lethe
