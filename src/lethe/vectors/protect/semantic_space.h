// Documents as lists of weighted terms, as a space (space/space.h): the distance of two is that of
// semantic_matching.h, and the centre of several is their lists folded in the order of rows.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "lethe/vectors/protect/semantic_matching.h"

namespace lethe::vectors {

// The documents of the rows; terms are columns.
std::vector<TermList> term_lists(const SparseRows& rows);

class SemanticSpace {
  public:
    using Point = TermList;
    static constexpr std::int64_t kRowsPerTask = 32;
    class RunningCentroid;

    SemanticSpace(const SemanticMatching& matching, const std::vector<TermList>& documents)
        : matching_(matching), documents_(documents) {}

    std::int64_t rows() const { return std::ssize(documents_); }
    const TermList& document(std::int64_t row) const {
        return documents_[static_cast<std::size_t>(row)];
    }
    Point point(std::int64_t row) const { return document(row); }
    double distance(std::int64_t a, std::int64_t b) const {
        return matching_.distance(document(a), document(b));
    }
    double distance(const Point& point, std::int64_t row) const {
        return matching_.distance(point, document(row));
    }
    // In the order in which the rows are named.
    Point centroid(std::span<const std::int64_t> rows) const;
    // The next step of the fold.
    Point folded(const Point& before, std::int64_t row) const {
        return matching_.aggregate(before, document(row));
    }

  private:
    const SemanticMatching& matching_;
    const std::vector<TermList>& documents_;
};

// The fold over a shrinking set of rows. What the fold was after each row is kept. It begins anew
// behind a row that was removed, and goes on from what is kept as soon as it comes to what it was
// before: the weight of a document halves with every step, so that some fifty rows later it is
// commonly forgotten to the last bit.
class SemanticSpace::RunningCentroid {
  public:
    explicit RunningCentroid(const SemanticSpace& space);
    void remove(std::int64_t row);
    Point point();

  private:
    std::int64_t next(std::int64_t row) const { return next_[static_cast<std::size_t>(row)]; }
    std::int64_t before(std::int64_t row) const { return before_[static_cast<std::size_t>(row)]; }

    const SemanticSpace& space_;
    // Rows that are left, as a ring through the number of rows.
    std::vector<std::int64_t> next_, before_;
    std::vector<TermList> after_;     // the fold up to and with each row
    std::set<std::int64_t> changed_;  // rows whose predecessor is another than at the last fold
};

// What publishing other lists loses in the distance of the space: document i is published as
// published[of[i]].
SemanticLoss semantic_loss(const Context& context, const SemanticMatching& matching,
                           const SemanticSpace& space, std::span<const std::int32_t> of,
                           const std::vector<TermList>& published);

}  // namespace lethe::vectors
