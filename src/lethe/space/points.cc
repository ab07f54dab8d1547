#include "lethe/space/points.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "lethe/core/error.h"

namespace lethe {
namespace {

std::uint64_t hash(const double* point, std::int64_t dims) {
    std::uint64_t state = 0;
    for (std::int64_t j = 0; j < dims; ++j) {
        const auto bits = std::bit_cast<std::uint64_t>(point[j] + 0.0);  // -0 becomes 0
        state = (state ^ bits) * 0x9e3779b97f4a7c15ULL;
        state ^= state >> 29;
    }
    return state * 0xbf58476d1ce4e5b9ULL;
}

}  // namespace

std::vector<std::int32_t> first_equal_rows(const Points& points) {
    if (points.rows > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::usage, "more than 2147483647 records");
    }
    // Open addressing, at most half full; the highest bits of the hash choose the place.
    const auto rows = static_cast<std::uint64_t>(points.rows);
    const int bits = std::max(4, static_cast<int>(std::bit_width(2 * rows)));
    std::vector<std::int32_t> places(std::size_t{1} << bits, -1);
    std::vector<std::int32_t> first(rows);
    for (std::int32_t row = 0; row < points.rows; ++row) {
        const double* point = points.at(row);
        std::size_t place = hash(point, points.dims) >> (64 - bits);
        while (places[place] >= 0 &&
               !std::equal(point, point + points.dims, points.at(places[place]))) {
            place = (place + 1) & (places.size() - 1);
        }
        if (places[place] < 0) places[place] = row;
        first[static_cast<std::size_t>(row)] = places[place];
    }
    return first;
}

std::vector<std::int32_t> distinct_rows(const std::vector<std::int32_t>& first_equal) {
    std::vector<std::int32_t> distinct;
    for (std::size_t i = 0; i < first_equal.size(); ++i) {
        if (static_cast<std::size_t>(first_equal[i]) == i) distinct.push_back(first_equal[i]);
    }
    return distinct;
}

}  // namespace lethe
