// Points of R^d: a view of a dense row-major matrix, and the one squared distance that every
// algorithm uses.
#pragma once

#include <cstdint>
#include <vector>

namespace lethe {

// Coordinates must be finite and of magnitude at most kLargest, so that no squared distance
// overflows.
struct Points {
    static constexpr double kLargest = 1e150;

    const double* values = nullptr;  // rows x dims, row-major
    std::int64_t rows = 0;
    std::int64_t dims = 0;

    const double* at(std::int64_t row) const { return values + row * dims; }
};

// The sum runs in column order and is rounded after every operation. Faster code that computes many
// of them together keeps this order, so that it gets the same bits.
inline double squared_distance(const double* a, const double* b, std::int64_t dims) {
    double sum = 0.0;
    for (std::int64_t j = 0; j < dims; ++j) {
        const double difference = a[j] - b[j];
        sum += difference * difference;
    }
    return sum;
}

// For each row the lowest row with the same coordinates, which may be itself; -0 equals 0. Linear
// in rows x dims. Error(usage) for more than 2^31 - 1 rows.
std::vector<std::int32_t> first_equal_rows(const Points& points);

// Those rows that are their own first equal row: one for each distinct point, ascending.
std::vector<std::int32_t> distinct_rows(const std::vector<std::int32_t>& first_equal);

}  // namespace lethe
