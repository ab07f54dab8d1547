// Exact nearest neighbours for record linkage: for each record of one file, how near the nearest
// records of another file are, how many share that distance, and whether its true match is one of
// them. Distances are compared exactly, without a tolerance.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/core/parallel.h"
#include "lethe/space/categories.h"
#include "lethe/space/numeric.h"
#include "lethe/space/space.h"

namespace lethe {

// One record's search.
struct Nearest {
    double distance = std::numeric_limits<double>::infinity();  // the least one
    std::int64_t ties = 0;                                      // how many rows are at it
    std::int64_t row = -1;                                      // the lowest of them
    bool has_match = false;                                     // the true match is one of them

    void offer(double other_distance, std::int64_t other_row, std::int64_t rows = 1) {
        if (other_distance > distance) return;
        if (other_distance < distance || ties == 0 || other_row < row) row = other_row;
        ties = other_distance < distance ? rows : ties + rows;
        distance = other_distance;
    }
};

// The match of each query: a row of the targets, or -1 for none. Empty: row i is the match of query
// i, as far as there are rows. Error(internal) for a match that is no row.
using Matches = std::span<const std::int64_t>;

namespace detail {

class MatchOf {
  public:
    MatchOf(Matches matches, std::int64_t queries, std::int64_t targets);
    std::int64_t operator()(std::int64_t query) const {
        if (matches_.empty()) return query < targets_ ? query : -1;
        return matches_[static_cast<std::size_t>(query)];
    }

  private:
    Matches matches_;
    std::int64_t targets_;
};

}  // namespace detail

// One point against every target.
template <Space S>
Nearest plain_nearest(const S& targets, const typename S::Point& point, std::int64_t match) {
    Nearest nearest;
    for (std::int64_t row = 0; row < targets.rows(); ++row) {
        nearest.offer(targets.distance(point, row), row);
    }
    nearest.has_match = match >= 0 && targets.distance(point, match) == nearest.distance;
    return nearest;
}

// Every query against every target. O(queries x targets).
template <Space S>
std::vector<Nearest> plain_nearest_of_all(const Context& context, const S& queries,
                                          const S& targets, Matches matches = {}) {
    const detail::MatchOf match_of(matches, queries.rows(), targets.rows());
    std::vector<Nearest> result(static_cast<std::size_t>(queries.rows()));
    Progress progress(context, "linking", queries.rows());
    constexpr std::int64_t kChunk = 64;
    const auto link = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t query = begin; query < end; ++query) {
            result[static_cast<std::size_t>(query)] =
                plain_nearest(targets, queries.point(query), match_of(query));
        }
        progress.add(end - begin);
    };
    parallel_chunks(context, queries.rows(), kChunk, link);
    return result;
}

template <Space S>
std::vector<Nearest> nearest_of_all(const Context& context, const S& queries, const S& targets,
                                    Matches matches = {}) {
    return plain_nearest_of_all(context, queries, targets, matches);
}

// The same answers from a search tree: about O((queries + targets) log targets) where the dimension
// is small. Both spaces have the same number of columns, and each at most 2^31 - 1 rows.
std::vector<Nearest> nearest_of_all(const Context& context, const NumericSpace& queries,
                                    const NumericSpace& targets, Matches matches = {});

// The same answers for categories, equal records being looked at once: O(different queries x
// different targets), eight at a time. Both spaces have the same scales.
std::vector<Nearest> nearest_of_all(const Context& context, const CategorySpace& queries,
                                    const CategorySpace& targets, Matches matches = {});

}  // namespace lethe
