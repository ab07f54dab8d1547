// Records of a CategorySpace that are looked at one after the other, eight at a time: who is
// farthest from a point, who is nearest. The codes of what is left are kept side by side; one
// question about 30,000 records of eight columns takes some 20 microseconds.
//
// A removed row leaves a gap, which is marked by a distance beyond all others; when a quarter are
// gaps they are closed. The lowest row wins a tie. Distances are below 2^30, as they are on a
// table's own scales.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lethe/space/categories.h"

namespace lethe {

class CategoryScan {
  public:
    CategoryScan(const CategorySpace& space, std::vector<std::int32_t> rows);  // ascending

    std::int64_t size() const { return size_; }
    std::int64_t farthest(const CategorySpace::Point& from) const;
    void nearest(const CategorySpace::Point& from, std::int64_t count,
                 std::vector<std::int64_t>& found) const;
    void remove(std::int64_t row);

  private:
    template <class Look>
    void scan(const CategorySpace::Point& from, std::int32_t gone, Look look) const;
    void close_gaps();

    const CategorySpace& space_;
    std::int64_t size_;
    std::vector<std::int32_t> rows_;                // of each place, ascending
    std::vector<std::int32_t> place_;               // of each row
    std::vector<std::int32_t> gone_;                // 1 where a row was removed, by place
    std::vector<std::vector<std::int32_t>> codes_;  // by column and place
    mutable std::vector<std::int32_t> distances_;
};

}  // namespace lethe
