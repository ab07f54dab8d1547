#include "lethe/space/sparse_sum.h"

#include <cmath>

namespace lethe {
namespace {

constexpr double kPartsOfOne = 0x1p40;

}  // namespace

void SparseSum::add(const SparseRow& row, std::int64_t times) {
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        parts_[static_cast<std::size_t>(row.columns[i])] +=
            times * std::llround(row.values[i] * kPartsOfOne);
    }
}

double SparseSum::operator[](std::int32_t column) const {
    return static_cast<double>(parts_[static_cast<std::size_t>(column)]) / kPartsOfOne;
}

double SparseSum::norm() const {
    double squares = 0;
    for (const std::int64_t parts : parts_) {
        const double value = static_cast<double>(parts) / kPartsOfOne;
        squares += value * value;
    }
    return std::sqrt(squares);
}

SparseDirection SparseSum::direction() const {
    SparseDirection direction{std::vector<double>(parts_.size()), norm()};
    for (std::size_t c = 0; c < parts_.size(); ++c) {
        direction.values[c] = static_cast<double>(parts_[c]) / kPartsOfOne;
    }
    return direction;
}

double dot(const SparseRow& row, std::span<const double> values) {
    double sum = 0;
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        sum += row.values[i] * values[static_cast<std::size_t>(row.columns[i])];
    }
    return sum;
}

}  // namespace lethe
