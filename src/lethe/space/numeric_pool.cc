// Where to put the anchor of the tree (see box_tree.cc). The bounds of a search for the farthest
// point are tight when the anchor is close to the mean of the pool, above all for the search that
// starts from that mean. The mean drifts as points leave, and moving the anchor costs one pass over
// the leaves. So it moves when the searches from the mean have looked at as many leaves as the tree
// has since the last move: the moves then cost no more than the searches.
#include "lethe/space/numeric_pool.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "lethe/core/index.h"

namespace lethe {
namespace {

class FarthestQuery {
  public:
    FarthestQuery(const BoxTree& tree, std::span<const std::int32_t> row_in, const double* point)
        : tree_(tree), row_in_(row_in), point_(point), view_(tree.far_view(point)) {}

    void bounds(BoxTree::Group group, double* bound) const {
        tree_.farthest_bounds(group, view_, bound);
    }
    double limit() const { return -most_; }
    void visit(std::int64_t leaf) {
        ++visits_;
        double distance[BoxTree::kLeaf];
        tree_.distances(leaf, point_, distance);
        for (std::int64_t i = 0; i < BoxTree::kLeaf; ++i) {
            if (!(distance[i] >= most_)) continue;
            const std::int32_t row = row_in_[at(leaf * BoxTree::kLeaf + i)];
            if (distance[i] == most_ && row > row_) continue;
            most_ = distance[i];
            row_ = row;
        }
    }

    std::int32_t row() const { return row_; }
    std::int64_t visits() const { return visits_; }

  private:
    const BoxTree& tree_;
    std::span<const std::int32_t> row_in_;
    const double* point_;
    BoxTree::FarView view_;
    double most_ = -std::numeric_limits<double>::infinity();
    std::int32_t row_ = -1;
    std::int64_t visits_ = 0;
};

class NearestQuery {
  public:
    NearestQuery(const BoxTree& tree, std::span<const std::int32_t> row_in,
                 std::span<const std::int32_t> next_equal, const double* point, std::size_t count)
        : tree_(tree), row_in_(row_in), next_equal_(next_equal), point_(point), count_(count) {
        nearest_.reserve(count);
    }

    void bounds(BoxTree::Group group, double* bound) const {
        tree_.nearest_bounds(group, point_, bound);
    }
    double limit() const { return limit_; }
    void visit(std::int64_t leaf) {
        double distance[BoxTree::kLeaf];
        tree_.distances(leaf, point_, distance);
        for (std::int64_t i = 0; i < BoxTree::kLeaf; ++i) {
            if (!(distance[i] <= limit_)) continue;
            std::int32_t row = row_in_[at(leaf * BoxTree::kLeaf + i)];
            while (row >= 0 && offer({distance[i], row})) row = next_equal_[at(row)];
        }
    }

    void take_rows(std::vector<std::int64_t>& rows) {
        std::sort_heap(nearest_.begin(), nearest_.end());
        for (const Candidate& candidate : nearest_) rows.push_back(candidate.second);
    }

  private:
    using Candidate = std::pair<double, std::int32_t>;  // distance, row

    bool offer(const Candidate& candidate) {
        if (nearest_.size() == count_) {
            if (!(candidate < nearest_.front())) return false;
            std::pop_heap(nearest_.begin(), nearest_.end());
            nearest_.pop_back();
        }
        nearest_.push_back(candidate);
        std::push_heap(nearest_.begin(), nearest_.end());
        if (nearest_.size() == count_) limit_ = nearest_.front().first;
        return true;
    }

    const BoxTree& tree_;
    std::span<const std::int32_t> row_in_;
    std::span<const std::int32_t> next_equal_;
    const double* point_;
    std::size_t count_;
    std::vector<Candidate> nearest_;  // the best so far, a heap with the worst in front
    double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace

NumericPool::NumericPool(const Context& context, const Points& points)
    : NumericPool(context, points, first_equal_rows(points)) {}

NumericPool::NumericPool(const Context& context, const Points& points,
                         const std::vector<std::int32_t>& first_equal)
    : points_(points),
      mean_(points),
      tree_(context, points, distinct_rows(first_equal)),
      slot_of_(first_equal.size()),
      row_in_(tree_.rows().begin(), tree_.rows().end()),
      next_equal_(first_equal.size(), -1) {
    for (std::size_t slot = 0; slot < row_in_.size(); ++slot) {
        if (row_in_[slot] >= 0) slot_of_[at(row_in_[slot])] = static_cast<std::int32_t>(slot);
    }
    std::vector<std::int32_t> last(first_equal.size());  // per distinct point, so far
    for (std::size_t row = 0; row < first_equal.size(); ++row) {
        const auto first = at(first_equal[row]);
        slot_of_[row] = slot_of_[first];
        if (first != row) next_equal_[at(last[first])] = static_cast<std::int32_t>(row);
        last[first] = static_cast<std::int32_t>(row);
    }
    if (points.rows > 0) tree_.set_anchor(mean_.point());
}

std::int64_t NumericPool::farthest_from_centroid() {
    const std::vector<double> mean = mean_.point();
    if (visits_since_anchor_ > tree_.leaves()) {
        tree_.set_anchor(mean);
        visits_since_anchor_ = 0;
    }
    FarthestQuery query(tree_, row_in_, mean.data());
    tree_.search(query);
    visits_since_anchor_ += query.visits();
    return query.row();
}

std::int64_t NumericPool::farthest_from(std::int64_t row) const {
    FarthestQuery query(tree_, row_in_, points_.at(row));
    tree_.search(query);
    return query.row();
}

void NumericPool::nearest(std::int64_t row, std::int64_t count,
                          std::vector<std::int64_t>& found) const {
    found.clear();
    if (count <= 0) return;
    NearestQuery query(tree_, row_in_, next_equal_, points_.at(row), at(count));
    tree_.search(query);
    query.take_rows(found);
}

void NumericPool::remove(std::int64_t row) {
    mean_.remove(row);
    const std::int32_t slot = slot_of_[at(row)];
    std::int32_t* link = &row_in_[at(slot)];
    while (*link != row) link = &next_equal_[at(*link)];
    *link = next_equal_[at(row)];
    if (row_in_[at(slot)] < 0) tree_.remove(slot);
}

}  // namespace lethe
