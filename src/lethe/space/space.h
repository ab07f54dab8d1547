// A space: what records are to the algorithms. It answers for a fixed set of records, numbered by
// row, how far two of them are apart and what the centre of some of them is; a centre is a Point,
// which need not be one of the records. An algorithm written over a space works for numbers,
// ordered or unordered categories, concepts, documents and mixtures of these.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/core/context.h"

namespace lethe {

// distance: at least 0, symmetric, 0 between equal records, never NaN. Only its order matters to
// the algorithms, so it may be the square of a distance. centroid: of at least one row; does not
// depend on the order of the rows. All members may be called from several threads at once.
template <class S>
concept Space = requires(const S& space, std::int64_t row, const typename S::Point& point,
                         std::span<const std::int64_t> rows) {
    { space.rows() } -> std::same_as<std::int64_t>;
    { space.point(row) } -> std::same_as<typename S::Point>;
    { space.distance(row, row) } -> std::same_as<double>;
    { space.distance(point, row) } -> std::same_as<double>;
    { space.centroid(rows) } -> std::same_as<typename S::Point>;
};

// A space that keeps the centroid of a shrinking set of rows cheaply. It starts with all rows, and
// `point` is the very centroid of the rows that were not removed.
template <class S>
concept RunningCentroidSpace = Space<S> &&
    std::constructible_from<typename S::RunningCentroid, const S&> &&
    requires(typename S::RunningCentroid& running, std::int64_t row) {
    running.remove(row);
    { running.point() } -> std::same_as<typename S::Point>;
};

// The records that an algorithm has still to place. All answers are exact; the lowest row wins a
// tie.
template <class P>
concept RecordPool = requires(P& pool, std::int64_t row, std::int64_t count,
                              std::vector<std::int64_t>& found) {
    { pool.size() } -> std::same_as<std::int64_t>;
    // The row of the pool farthest from the pool's centroid, or from any record of the space.
    { pool.farthest_from_centroid() } -> std::same_as<std::int64_t>;
    { pool.farthest_from(row) } -> std::same_as<std::int64_t>;
    // The `count` rows of the pool nearest to a record that is not in it (all, if there are
    // fewer), ordered by distance, then row.
    pool.nearest(row, count, found);
    pool.remove(row);  // a row of the pool
};

// A space that offers a pool of its own, faster than PlainPool and with the same answers.
template <class S>
concept IndexedSpace = Space<S> && RecordPool<typename S::Pool> &&
    std::constructible_from<typename S::Pool, const Context&, const S&>;

}  // namespace lethe
