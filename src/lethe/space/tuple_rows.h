// The records of a TupleSpace in the order of the table's rows, for algorithms that number what
// they find by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lethe/space/tuple_centre.h"
#include "lethe/space/tuple_space.h"

namespace lethe {

// Keeps a reference to the space.
class TupleRows {
  public:
    using Point = TupleSpace::Point;

    explicit TupleRows(const TupleSpace& space) : space_(space) {}

    std::int64_t rows() const { return space_.rows(); }
    Point point(std::int64_t row) const { return space_.tuple_point(tuple(row)); }
    double distance(std::int64_t a, std::int64_t b) const {
        return static_cast<double>(space_.parts(tuple(a), tuple(b)));
    }
    double distance(const Point& point, std::int64_t row) const {
        return static_cast<double>(space_.parts(point, tuple(row)));
    }
    // The semantic centre. Equal records enter it once, with their count.
    Point centroid(std::span<const std::int64_t> rows) const {
        std::vector<std::int32_t> tuples;
        tuples.reserve(rows.size());
        for (const std::int64_t row : rows) tuples.push_back(tuple(row));
        std::sort(tuples.begin(), tuples.end());
        TupleCentre centre(space_, {});
        for (auto begin = tuples.begin(); begin != tuples.end();) {
            const auto end = std::upper_bound(begin, tuples.end(), *begin);
            centre.add(*begin, end - begin);
            begin = end;
        }
        return centre.point();
    }

  private:
    std::int32_t tuple(std::int64_t row) const {
        return space_.tuple_of_row()[static_cast<std::size_t>(row)];
    }

    const TupleSpace& space_;
};

static_assert(Space<TupleRows>);

}  // namespace lethe
