#include "lethe/algo/linkage/nearest_few.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lethe/core/error.h"
#include "lethe/core/parallel.h"
#include "lethe/space/box_tree.h"

namespace lethe {
namespace {

class FewQuery {
  public:
    FewQuery(const BoxTree& tree, const double* point, std::size_t count)
        : tree_(tree), point_(point), count_(count) {}

    void bounds(BoxTree::Group group, double* bound) const {
        tree_.nearest_bounds(group, point_, bound);
    }
    double limit() const {
        return best_.size() < count_ ? std::numeric_limits<double>::infinity()
                                     : best_[count_ - 1].first;
    }
    void visit(std::int64_t leaf) {
        double distance[BoxTree::kLeaf];
        tree_.distances(leaf, point_, distance);
        for (std::int64_t i = 0; i < BoxTree::kLeaf; ++i) {
            if (!(distance[i] <= limit())) continue;
            const std::pair found(
                distance[i], tree_.rows()[static_cast<std::size_t>(leaf * BoxTree::kLeaf + i)]);
            best_.insert(std::upper_bound(best_.begin(), best_.end(), found), found);
            while (best_.back().first > limit()) best_.pop_back();
        }
    }
    std::vector<std::int32_t> rows() const {
        std::vector<std::int32_t> rows;
        for (const auto& [distance, row] : best_) rows.push_back(row);
        return rows;
    }

  private:
    const BoxTree& tree_;
    const double* point_;
    std::size_t count_;
    std::vector<std::pair<double, std::int32_t>> best_;  // distance and row, ascending
};

}  // namespace

std::vector<std::vector<std::int32_t>> nearest_few(const Context& context,
                                                   const NumericSpace& queries,
                                                   const NumericSpace& targets,
                                                   std::int64_t count) {
    if (count < 1) throw Error(ErrorKind::usage, "at least one nearest record must be asked for");
    if (targets.rows() > std::numeric_limits<std::int32_t>::max()) {
        throw Error(ErrorKind::usage, "more than 2147483647 records");
    }
    std::vector<std::int32_t> all(static_cast<std::size_t>(targets.rows()));
    std::iota(all.begin(), all.end(), 0);
    const BoxTree tree(context, targets, std::move(all));
    std::vector<std::vector<std::int32_t>> result(static_cast<std::size_t>(queries.rows()));
    constexpr std::int64_t kChunk = 1024;
    parallel_chunks(
        context, queries.rows(), kChunk, [&](std::int64_t begin, std::int64_t end, std::int64_t) {
            for (std::int64_t row = begin; row < end; ++row) {
                FewQuery query(tree, queries.points().at(row), static_cast<std::size_t>(count));
                tree.search(query);
                result[static_cast<std::size_t>(row)] = query.rows();
            }
        });
    return result;
}

}  // namespace lethe
