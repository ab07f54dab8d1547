// The space of records with categories: ordinal, nominal, and numbers beside them.
//
// The distance of two records is the mean of the distances of their columns (Gower 1971): steps
// between ordered categories divided by the size of the domain, 0 or 1 between unordered ones, the
// difference of numbers divided by their range. The centre is the lower median, the most frequent
// category (the first of them in a tie) or the mean.
//
// Distances are whole numbers, counted in parts of a common denominator, so that records that are
// equally far apart are so exactly, whatever columns they differ in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/groups.h"
#include "lethe/data/table.h"
#include "lethe/space/space.h"

namespace lethe {

// How a column becomes whole numbers.
struct CategoryScale {
    enum class Order { steps, equality, number };

    Order order = Order::equality;
    std::int32_t size = 0;      // categories of the domain
    std::int32_t unit = 0;      // cost of a step, of a difference, of a part of the range
    std::int32_t stand_in = 0;  // where a missing value or an unknown label stands: the centre
    double smallest = 0;        // of a number
    double range = 0;           // of a number; 0: all are equal
    DictionaryPtr dictionary;
};

struct CategoryScales {
    std::vector<CategoryScale> columns;
    std::int32_t whole = 1;  // the denominator: a distance of 1 in one column

    // Between 0 and 1, from a distance of the space.
    double mean(double distance) const {
        return distance / (static_cast<double>(whole) * static_cast<double>(columns.size()));
    }
};

// From one table's own domains and ranges; they may be used for another table with the same
// columns. The denominator is exact (the least common multiple of the domains) as long as it stays
// below 2^24 or so; beyond that a step is rounded to such a part. Error(usage) for an unknown
// column, none at all, or text.
CategoryScales category_scales(const Context& context, const Table& table,
                               std::span<const std::string> columns);

class CategorySpace {
  public:
    using Point = std::vector<std::int32_t>;  // a code for each column
    class RunningCentroid;
    class Pool;  // category_pool.h

    // Categories are recognised by their text where the table has another dictionary. An unknown
    // label of an unordered column equals none of the known ones.
    CategorySpace(const Context& context, const CategoryScales& scales, const Table& table,
                  std::span<const std::string> columns);
    // With the table's own scales.
    CategorySpace(const Context& context, const Table& table, std::span<const std::string> columns);

    std::int64_t rows() const { return rows_; }
    const CategoryScales& scales() const { return scales_; }
    std::span<const std::int32_t> codes(std::size_t column) const {
        return {codes_.data() + static_cast<std::int64_t>(column) * rows_,
                static_cast<std::size_t>(rows_)};
    }

    Point point(std::int64_t row) const;
    double distance(std::int64_t a, std::int64_t b) const;
    double distance(const Point& point, std::int64_t row) const;
    Point centroid(std::span<const std::int64_t> rows) const;

  private:
    CategoryScales scales_;
    std::int64_t rows_;
    std::vector<std::int32_t> codes_;  // column by column
};

// Adds to out[i] the distance in one column between `code` and codes[i].
void add_distances(const CategoryScale& scale, std::int32_t code,
                   std::span<const std::int32_t> codes, std::int32_t* out);

// Records that are equal, numbered by their first row.
Groups equal_records(const Context& context, const CategorySpace& space);

// Counts of the codes of a shrinking set of rows, and where the centre is among them: it seldom
// moves, and never far, when a row leaves.
class CategorySpace::RunningCentroid {
  public:
    explicit RunningCentroid(const CategorySpace& space);  // of all rows
    RunningCentroid(const CategorySpace& space, std::span<const std::int64_t> rows);

    void remove(std::int64_t row);
    Point point() const;  // of at least one row

  private:
    struct Column {
        std::vector<std::int64_t> counts;  // of categories
        std::int64_t sum = 0;              // of numbers
        std::int32_t centre = 0;           // of categories
        std::int64_t aside = 0;  // steps: rows below the centre; equality: no other has more
    };

    void add(std::int64_t row);
    void find_centres();
    void find_mode(Column& column) const;
    void move_median(Column& column) const;

    const CategorySpace& space_;
    std::vector<Column> columns_;
    std::int64_t rows_ = 0;
};

static_assert(RunningCentroidSpace<CategorySpace>);

}  // namespace lethe
