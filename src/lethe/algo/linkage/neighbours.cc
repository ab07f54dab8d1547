// The targets go into a BoxTree, equal ones as one point with a multiplicity: the tree of a
// k-anonymous file has a k-th of the points, and a tie of k records costs one comparison.
//
// A query starts with the distance to its true match as its limit. In linkage this is a good guess,
// so most of the tree is out of reach from the start. The queries are taken in the order in which
// their matches stand in the tree: queries that follow each other then read the same leaves, which
// are still in the cache.
#include "lethe/algo/linkage/neighbours.h"

#include <algorithm>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/index.h"
#include "lethe/core/parallel_sort.h"
#include "lethe/space/box_tree.h"

namespace lethe {
namespace {

class NearestQuery {
  public:
    NearestQuery(const BoxTree& tree, std::span<const std::int32_t> copies, const double* point,
                 double limit)
        : tree_(tree), copies_(copies), point_(point) {
        nearest_.distance = limit;
    }

    void bounds(BoxTree::Group group, double* bound) const {
        tree_.nearest_bounds(group, point_, bound);
    }
    double limit() const { return nearest_.distance; }
    void visit(std::int64_t leaf) {
        double distance[BoxTree::kLeaf];
        tree_.distances(leaf, point_, distance);
        for (std::int64_t i = 0; i < BoxTree::kLeaf; ++i) {
            if (!(distance[i] <= nearest_.distance)) continue;
            const std::int32_t row = tree_.rows()[at(leaf * BoxTree::kLeaf + i)];
            nearest_.offer(distance[i], row, copies_[at(row)]);
        }
    }

    const Nearest& nearest() const { return nearest_; }

  private:
    const BoxTree& tree_;
    std::span<const std::int32_t> copies_;
    const double* point_;
    Nearest nearest_;
};

// The queries by the slot of their match; those without a match first.
std::vector<std::int32_t> order_of_queries(const Context& context, std::int64_t queries,
                                           const detail::MatchOf& match_of, const BoxTree& tree,
                                           std::span<const std::int32_t> first_equal) {
    std::vector<std::int32_t> slot_of(first_equal.size());
    for (std::size_t slot = 0; slot < tree.rows().size(); ++slot) {
        const std::int32_t row = tree.rows()[slot];
        if (row >= 0) slot_of[at(row)] = static_cast<std::int32_t>(slot);
    }
    std::vector<std::pair<std::int32_t, std::int32_t>> keys;  // slot, query
    for (std::int32_t query = 0; query < queries; ++query) {
        const std::int64_t match = match_of(query);
        keys.emplace_back(match < 0 ? -1 : slot_of[at(first_equal[at(match)])], query);
    }
    parallel_sort(context, keys.begin(), keys.end(),
                  [](const auto& a, const auto& b) { return a < b; });
    std::vector<std::int32_t> order;
    for (const auto& key : keys) order.push_back(key.second);
    return order;
}

}  // namespace

detail::MatchOf::MatchOf(Matches matches, std::int64_t queries, std::int64_t targets)
    : matches_(matches), targets_(targets) {
    const bool sound = std::all_of(matches.begin(), matches.end(), [&](std::int64_t match) {
        return match >= -1 && match < targets;
    });
    if (!sound || (!matches.empty() && std::ssize(matches) != queries)) {
        throw Error(ErrorKind::internal, "matches that do not fit the files");
    }
}

std::vector<Nearest> nearest_of_all(const Context& context, const NumericSpace& queries,
                                    const NumericSpace& targets, Matches matches) {
    if (queries.dims() != targets.dims()) {
        throw Error(ErrorKind::internal, "files of different columns cannot be linked");
    }
    if (queries.rows() > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::usage, "more than 2147483647 records");
    }
    const detail::MatchOf match_of(matches, queries.rows(), targets.rows());
    const std::vector<std::int32_t> first_equal = first_equal_rows(targets);
    const BoxTree tree(context, targets, distinct_rows(first_equal));
    std::vector<std::int32_t> copies(first_equal.size(), 0);  // of each distinct row
    for (const std::int32_t row : first_equal) ++copies[at(row)];

    const std::vector<std::int32_t> order =
        order_of_queries(context, queries.rows(), match_of, tree, first_equal);
    std::vector<Nearest> result(at(queries.rows()));
    Progress progress(context, "linking", queries.rows());
    const auto link = [&](std::int64_t begin, std::int64_t end, std::int64_t) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t row = order[at(i)];
            const double* point = queries.points().at(row);
            const std::int64_t match = match_of(row);
            const double limit =
                match < 0 ? std::numeric_limits<double>::infinity()
                          : squared_distance(point, targets.points().at(match), targets.dims());
            NearestQuery query(tree, copies, point, limit);
            tree.search(query);
            Nearest& nearest = result[at(row)];
            nearest = query.nearest();
            nearest.has_match = match >= 0 && limit == nearest.distance;
        }
        progress.add(end - begin);
    };
    constexpr std::int64_t kChunk = 4096;
    parallel_chunks(context, queries.rows(), kChunk, link);
    return result;
}

}  // namespace lethe
