// Groups of records that are joined until something holds in each of them.
//
// As long as it fails in a group, the first such group is joined with the nearest other one: that
// whose records are nearest, on average, to its centre; the first of these in a tie. What is asked
// for must hold in two groups together where it holds in each: then, where it does not hold in all
// records together, it holds in no groups, and where it does, this ends.
//
// Each joining looks at every record once: time O(records x groups that fail).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "lethe/algo/partition/clusters.h"
#include "lethe/core/context.h"
#include "lethe/core/parallel.h"
#include "lethe/space/space.h"

namespace lethe {

using GroupDemand = std::function<bool(std::span<const std::int64_t> rows)>;

namespace detail {

// The group other than `own` whose rows are nearest to its centre.
template <Space S>
std::size_t nearest_group(const Context& context, const S& space,
                          const std::vector<std::vector<std::int64_t>>& groups, std::size_t own) {
    const typename S::Point centre = space.centroid(groups[own]);
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<double> means(groups.size(), kFar);
    parallel_chunks(
        context, std::ssize(groups), 64, [&](std::int64_t begin, std::int64_t end, auto) {
            for (auto g = static_cast<std::size_t>(begin); g < static_cast<std::size_t>(end); ++g) {
                if (g == own || groups[g].empty()) continue;
                double sum = 0;
                for (const std::int64_t row : groups[g]) sum += space.distance(centre, row);
                means[g] = sum / static_cast<double>(groups[g].size());
            }
        });
    std::size_t nearest = groups.size();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (g == own || groups[g].empty()) continue;
        if (nearest == groups.size() || means[g] < means[nearest]) nearest = g;
    }
    return nearest;
}

}  // namespace detail

// Nothing where it does not hold even in all records together. `holds` is asked about rows of the
// space, ascending. Groups keep their order, and a joined one has the place of the first.
template <Space S>
std::optional<Clusters> merged_until(const Context& context, const S& space,
                                     const Clusters& clusters, const GroupDemand& holds) {
    std::vector<std::vector<std::int64_t>> groups(static_cast<std::size_t>(clusters.count));
    for (std::size_t row = 0; row < clusters.of.size(); ++row) {
        groups[static_cast<std::size_t>(clusters.of[row])].push_back(
            static_cast<std::int64_t>(row));
    }
    std::set<std::size_t> failing;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (!groups[g].empty() && !holds(groups[g])) failing.insert(g);
    }
    while (!failing.empty()) {
        context.check_stop();
        const std::size_t own = *failing.begin();
        const std::size_t other = detail::nearest_group(context, space, groups, own);
        if (other == groups.size()) return std::nullopt;
        std::vector<std::int64_t> joined;
        std::merge(groups[own].begin(), groups[own].end(), groups[other].begin(),
                   groups[other].end(), std::back_inserter(joined));
        groups[std::max(own, other)].clear();
        failing.erase(own);
        failing.erase(other);
        const std::size_t place = std::min(own, other);
        if (!holds(joined)) failing.insert(place);
        groups[place] = std::move(joined);
    }
    Clusters result{std::vector<std::int32_t>(clusters.of.size(), 0), 0};
    for (const auto& rows : groups) {
        if (rows.empty()) continue;
        for (const std::int64_t row : rows) {
            result.of[static_cast<std::size_t>(row)] = result.count;
        }
        ++result.count;
    }
    return result;
}

}  // namespace lethe
