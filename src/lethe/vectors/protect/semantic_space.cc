#include "lethe/vectors/protect/semantic_space.h"

#include <utility>

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

}  // namespace lethe::vectors
