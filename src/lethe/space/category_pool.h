// The pool of records (see space.h) of a CategorySpace. Equal records are one, with a list of rows;
// a tree of them answers (category_tree.h), or a scan of all rows (category_scan.h) where that is
// faster. See category_pool.cc for when that is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/space/categories.h"
#include "lethe/space/category_scan.h"
#include "lethe/space/category_tree.h"

namespace lethe {

class CategorySpace::Pool {
  public:
    // What to search by. The answers are the same.
    enum class Search { fastest, tree, scan };

    Pool(const Context& context, const CategorySpace& space, Search search = Search::fastest);

    std::int64_t size() const { return size_; }
    std::int64_t farthest_from_centroid() { return farthest(running_.point()); }
    std::int64_t farthest_from(std::int64_t row) { return farthest(space_.point(row)); }
    void nearest(std::int64_t row, std::int64_t count, std::vector<std::int64_t>& found);
    void remove(std::int64_t row);

  private:
    std::int64_t farthest(const Point& from);
    void make_tree();
    void make_scan();
    void reconsider();

    const CategorySpace& space_;
    Search search_;
    RunningCentroid running_;
    std::int64_t size_;
    std::vector<std::int32_t> record_of_;  // of each row; rows with equal codes are one record
    std::vector<std::int32_t> first_row_;  // of each record: its lowest row in the pool, or -1
    std::vector<std::int32_t> next_row_;   // of each row: the next one of its record, or -1
    std::optional<CategoryTree> tree_;     // one of the two is there
    std::optional<CategoryScan> scan_;
    std::int64_t records_of_tree_ = 0;  // when it was made
    std::int64_t questions_ = 0;        // since it was last judged
    std::int64_t visits_ = 0;           // of the tree until then
};

static_assert(IndexedSpace<CategorySpace>);

}  // namespace lethe
