#include "lethe/vectors/protect/semantic_space.h"

#include <utility>

#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"

namespace lethe::vectors {

SemanticSpace::Point SemanticSpace::centroid(std::span<const std::int64_t> rows) const {
    Point fold = document(rows.front());
    for (const std::int64_t row : rows.subspan(1)) fold = folded(fold, row);
    return fold;
}

SemanticSpace::RunningCentroid::RunningCentroid(const SemanticSpace& space)
    : space_(space), after_(static_cast<std::size_t>(space.rows())) {
    const std::int64_t ring = space.rows() + 1;
    for (std::int64_t row = 0; row < ring; ++row) {
        next_.push_back((row + 1) % ring);
        before_.push_back((row + ring - 1) % ring);
    }
    if (space.rows() > 0) changed_.insert(0);
}

void SemanticSpace::RunningCentroid::remove(std::int64_t row) {
    next_[static_cast<std::size_t>(before(row))] = next(row);
    before_[static_cast<std::size_t>(next(row))] = before(row);
    changed_.erase(row);
    if (next(row) != space_.rows()) changed_.insert(next(row));
}

SemanticSpace::Point SemanticSpace::RunningCentroid::point() {
    const std::int64_t end = space_.rows();
    while (!changed_.empty()) {
        std::int64_t row = *changed_.begin();
        changed_.erase(changed_.begin());
        while (row != end) {
            TermList fold = before(row) == end
                                ? space_.document(row)
                                : space_.folded(after_[static_cast<std::size_t>(before(row))], row);
            TermList& kept = after_[static_cast<std::size_t>(row)];
            if (fold == kept) break;
            kept = std::move(fold);
            row = next(row);
            if (row != end) changed_.erase(row);
        }
    }
    return after_[static_cast<std::size_t>(before(end))];
}

std::vector<TermList> term_lists(const SparseRows& rows) {
    std::vector<TermList> lists(static_cast<std::size_t>(rows.rows()));
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const SparseRow row = rows[static_cast<std::int64_t>(i)];
        for (std::size_t j = 0; j < row.columns.size(); ++j) {
            lists[i].push_back({row.columns[j], row.values[j]});
        }
        sort_by_weight(lists[i]);
    }
    return lists;
}

SemanticLoss semantic_loss(const Context& context, const SemanticMatching& matching,
                           const SemanticSpace& space, std::span<const std::int32_t> of,
                           const std::vector<TermList>& published) {
    SemanticSpace::RunningCentroid all(space);
    const TermList total = all.point();
    std::vector<double> between(published.size());
    parallel_tasks(context, std::ssize(published), [&](std::int64_t i) {
        const auto group = static_cast<std::size_t>(i);
        between[group] = matching.distance(published[group], total);
    });
    std::vector<double> within(of.size());
    parallel_chunks(context, space.rows(), SemanticSpace::kRowsPerTask,
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto i = static_cast<std::size_t>(row);
                            within[i] =
                                space.distance(published[static_cast<std::size_t>(of[i])], row);
                        }
                    });
    ExactSum sse, ssa;
    for (std::size_t i = 0; i < within.size(); ++i) {
        const double d = between[static_cast<std::size_t>(of[i])];
        sse.add(within[i] * within[i]);
        ssa.add(d * d);
    }
    return {sse.value(), ssa.value()};
}

}  // namespace lethe::vectors
