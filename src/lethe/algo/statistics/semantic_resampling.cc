// The records are dealt at random into k samples of equal size; each sample is put into semantic
// order; the first records of all samples form the first group, the second ones the second, and so
// on. The fewer than k records that are left join the group with the nearest centre.
//
// Groups repeat, since tuples do: centres are kept by the tuples of the group.
#include "lethe/algo/statistics/semantic_resampling.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "lethe/algo/statistics/semantic_order.h"

namespace lethe {
namespace {

std::vector<TupleCount> counted(const TupleSpace& space, std::span<const std::int64_t> rows) {
    std::vector<std::int32_t> tuples;
    for (const std::int64_t row : rows) tuples.push_back(space.tuple_of(row));
    std::sort(tuples.begin(), tuples.end());
    std::vector<TupleCount> result;
    for (const std::int32_t tuple : tuples) {
        if (result.empty() || result.back().tuple != tuple) result.push_back({tuple, 0});
        ++result.back().count;
    }
    return result;
}

std::vector<TupleCount> all_tuples(const TupleSpace& space) {
    std::vector<TupleCount> all;
    for (std::int32_t t = 0; t < space.tuples(); ++t) all.push_back({t, space.count(t)});
    return all;
}

// The sample's records in semantic order, copies of a tuple in the order of the rows.
std::vector<std::int64_t> sorted_rows(const TupleSpace& space, std::vector<std::int64_t> rows,
                                      const ResamplingOptions& options, std::int32_t reference) {
    const std::vector<TupleCount> tuples = counted(space, rows);
    if (!options.one_reference) {
        reference = extreme_tuple(space, tuples, options.weighting, options.centre);
    }
    std::map<std::int32_t, std::int64_t> place;
    const auto order = semantic_order(space, tuples, options.weighting, reference);
    for (const auto& [tuple, count] : order) {
        place.emplace(tuple, static_cast<std::int64_t>(place.size()));
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> keyed;
    for (const std::int64_t row : rows) keyed.emplace_back(place.at(space.tuple_of(row)), row);
    std::sort(keyed.begin(), keyed.end());
    std::transform(keyed.begin(), keyed.end(), rows.begin(),
                   [](const auto& entry) { return entry.second; });
    return rows;
}

class Centres {
  public:
    Centres(const TupleSpace& space, const CentreOptions& options) : centre_(space, options) {}

    // Of tuples, in ascending order.
    const TupleSpace::Point& of(const std::vector<std::int32_t>& tuples) {
        const auto [place, is_new] = known_.try_emplace(tuples);
        if (is_new) {
            centre_.clear();
            for (const std::int32_t tuple : tuples) centre_.add(tuple, 1);
            place->second = centre_.point();
        }
        return place->second;
    }

  private:
    TupleCentre centre_;
    std::map<std::vector<std::int32_t>, TupleSpace::Point> known_;
};

}  // namespace

Clusters semantic_resampling(const Context& context, const TupleSpace& space,
                             const ResamplingOptions& options, const Stream& random) {
    check_cluster_size(space.rows(), options.k);
    const std::int64_t size = space.rows() / options.k;  // of a sample
    const std::vector<std::int64_t> dealt = random_permutation(random, space.rows());
    const std::int32_t reference =
        options.one_reference
            ? extreme_tuple(space, all_tuples(space), options.weighting, options.centre)
            : 0;

    Clusters clusters{std::vector<std::int32_t>(dealt.size(), -1), static_cast<std::int32_t>(size)};
    std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(size));
    Progress progress(context, "resampling", options.k);
    for (std::int64_t sample = 0; sample < options.k; ++sample) {
        context.check_stop();
        const auto begin = dealt.begin() + sample * size;
        const auto rows = sorted_rows(space, {begin, begin + size}, options, reference);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            clusters.of[static_cast<std::size_t>(rows[i])] = static_cast<std::int32_t>(i);
            members[i].push_back(space.tuple_of(rows[i]));
        }
        progress.add();
    }

    Centres centres(space, options.centre);
    std::vector<std::int64_t> least(dealt.size() - static_cast<std::size_t>(options.k * size),
                                    std::numeric_limits<std::int64_t>::max());
    for (std::size_t i = 0; i < members.size() && !least.empty(); ++i) {
        std::sort(members[i].begin(), members[i].end());
        const TupleSpace::Point& centre = centres.of(members[i]);
        for (std::size_t r = 0; r < least.size(); ++r) {
            const auto row = dealt[static_cast<std::size_t>(options.k * size) + r];
            const std::int64_t parts = space.parts(centre, space.tuple_of(row));
            if (parts >= least[r]) continue;
            least[r] = parts;
            clusters.of[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(i);
        }
    }
    return clusters;
}

}  // namespace lethe
