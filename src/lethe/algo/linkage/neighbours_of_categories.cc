// Linkage of records with categories. Few of them are different, so equal ones are looked at once,
// and the different ones lie side by side for the vector unit.
#include <algorithm>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/core/error.h"
#include "lethe/core/index.h"

namespace lethe {
namespace {

// The different records of a space, in the order of their first rows.
struct DifferentTuples {
    std::vector<std::int64_t> first;  // row of each
    std::vector<std::int64_t> times;
    std::vector<std::vector<std::int32_t>> codes;  // by column
    std::vector<std::int32_t> number_of_row;

    DifferentTuples(const Context& context, const CategorySpace& space) {
        Groups groups = equal_records(context, space);
        times = std::move(groups.sizes);
        number_of_row = std::move(groups.class_of);
        for (std::int64_t row = 0; row < space.rows(); ++row) {
            if (number_of_row[at(row)] == std::ssize(first)) first.push_back(row);
        }
        for (std::size_t j = 0; j < space.scales().columns.size(); ++j) {
            std::vector<std::int32_t> column;
            for (const std::int64_t row : first) column.push_back(space.codes(j)[at(row)]);
            codes.push_back(std::move(column));
        }
    }
};

Nearest search(const CategoryScales& scales, const CategorySpace::Point& point,
               const DifferentTuples& targets) {
    constexpr std::size_t kBlock = 2048;
    std::int32_t distances[kBlock];
    Nearest nearest;
    for (std::size_t begin = 0; begin < targets.first.size(); begin += kBlock) {
        const std::size_t count = std::min(kBlock, targets.first.size() - begin);
        std::fill_n(distances, count, 0);
        for (std::size_t j = 0; j < point.size(); ++j) {
            add_distances(scales.columns[j], point[j],
                          std::span(targets.codes[j]).subspan(begin, count), distances);
        }
        const std::int32_t least = *std::min_element(distances, distances + count);
        if (least > nearest.distance) continue;
        for (std::size_t i = 0; i < count; ++i) {
            if (distances[i] == least) {
                nearest.offer(least, targets.first[begin + i], targets.times[begin + i]);
            }
        }
    }
    return nearest;
}

}  // namespace

std::vector<Nearest> nearest_of_all(const Context& context, const CategorySpace& queries,
                                    const CategorySpace& targets, Matches matches) {
    const detail::MatchOf match_of(matches, queries.rows(), targets.rows());
    const DifferentTuples asked(context, queries);
    const DifferentTuples given(context, targets);
    std::vector<Nearest> of_different(asked.first.size());
    Progress progress(context, "linking", std::ssize(asked.first));
    constexpr std::int64_t kChunk = 64;
    parallel_chunks(context, std::ssize(asked.first), kChunk,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            of_different[at(i)] =
                                search(targets.scales(), queries.point(asked.first[at(i)]), given);
                        }
                        progress.add(end - begin);
                    });
    std::vector<Nearest> result;
    result.reserve(at(queries.rows()));
    for (std::int64_t query = 0; query < queries.rows(); ++query) {
        Nearest nearest = of_different[at(asked.number_of_row[at(query)])];
        const std::int64_t match = match_of(query);
        nearest.has_match =
            match >= 0 && targets.distance(queries.point(query), match) == nearest.distance;
        result.push_back(nearest);
    }
    return result;
}

}  // namespace lethe
