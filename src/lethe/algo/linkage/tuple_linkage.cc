// A distance is a sum over the columns, and a column has few values. So the distances from a point
// to the values of each column are found once, and the distance to a tuple is a sum of look-ups.
// Points are taken in batches whose tables fit into memory; within a batch every block of tuples
// goes on its own, so that what a tuple has found so far belongs to one thread and stays in its
// cache.
#include "lethe/algo/linkage/tuple_linkage.h"

#include <algorithm>
#include <array>
#include <span>

#include "lethe/core/parallel.h"
#include "lethe/core/vector_code.h"

namespace lethe {
namespace {

constexpr std::int64_t kMostTableCells = 1 << 24;
constexpr std::int64_t kTupleBlock = 512;  // tuples

// Parts from each point of a batch to each value of each column.
class Tables {
  public:
    explicit Tables(const TupleSpace& space) : space_(space) {
        for (std::size_t j = 0; j < space.columns(); ++j) {
            first_.push_back(width_);
            width_ += static_cast<std::size_t>(space.values(j));
        }
    }

    std::int64_t batch() const {
        return std::max<std::int64_t>(1, kMostTableCells / static_cast<std::int64_t>(width_ + 1));
    }

    void aim(const Context& context, std::span<const TupleSpace::Point> points) {
        cells_.resize(points.size() * width_);
        parallel_chunks(
            context, std::ssize(points), 16, [&](std::int64_t begin, std::int64_t end, auto) {
                for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end);
                     ++i) {
                    for (std::size_t j = 0; j < first_.size(); ++j) {
                        space_.column_parts(
                            j, points[i][j],
                            std::span(cells_).subspan(i * width_ + first_[j],
                                                      static_cast<std::size_t>(space_.values(j))));
                    }
                }
            });
    }

    const std::int32_t* of(std::size_t point, std::size_t column) const {
        return cells_.data() + point * width_ + first_[column];
    }

  private:
    const TupleSpace& space_;
    std::vector<std::size_t> first_;
    std::size_t width_ = 0;
    std::vector<std::int32_t> cells_;
};

struct Batch {
    const Tables& tables;
    std::span<const std::int64_t> counts;
    std::span<const std::int64_t> first_rows;
};

// The parts of the codes to the sums, of which the first ones are the sums. By value: were the
// count a reference, it might change with every sum as far as the compiler knows.
constexpr auto kAddParts = [](const std::int32_t* table, const std::int32_t* codes,
                              std::size_t count, bool first, std::int64_t* sums) LETHE_INLINED {
    if (first) {
        for (std::size_t i = 0; i < count; ++i) sums[i] = table[codes[i]];
    } else {
        for (std::size_t i = 0; i < count; ++i) sums[i] += table[codes[i]];
    }
};

void offer(const TupleSpace& space, const Batch& batch, std::int64_t begin, std::int64_t end,
           std::vector<NearestPoints>& nearest) {
    std::array<std::int64_t, kTupleBlock> sums;
    const auto from = static_cast<std::size_t>(begin);
    const auto count = static_cast<std::size_t>(end - begin);
    for (std::size_t point = 0; point < batch.counts.size(); ++point) {
        for (std::size_t j = 0; j < space.columns(); ++j) {
            vector_code(kAddParts, batch.tables.of(point, j), space.codes(j).data() + from, count,
                        j == 0, sums.data());
        }
        for (std::size_t i = 0; i < count; ++i) {
            NearestPoints& best = nearest[from + i];
            if (sums[i] > best.parts) continue;
            if (sums[i] < best.parts) best = {sums[i], 0, batch.first_rows[point]};
            best.rows += batch.counts[point];
        }
    }
}

}  // namespace

// Points are in the order of their first rows, so the first of several equally near ones has the
// lowest row.
std::vector<NearestPoints> nearest_points(const Context& context, const TupleSpace& space,
                                          const TupleSpace::Points& points) {
    std::vector<NearestPoints> nearest(static_cast<std::size_t>(space.tuples()));
    std::vector<std::int64_t> first_rows;
    for (std::size_t row = 0; row < points.of_row.size(); ++row) {
        if (static_cast<std::size_t>(points.of_row[row]) == first_rows.size()) {
            first_rows.push_back(static_cast<std::int64_t>(row));
        }
    }
    Tables tables(space);
    Progress progress(context, "linking", std::ssize(points.points));
    for (std::int64_t begin = 0; begin < std::ssize(points.points); begin += tables.batch()) {
        const auto size =
            static_cast<std::size_t>(std::min(tables.batch(), std::ssize(points.points) - begin));
        const auto at = static_cast<std::size_t>(begin);
        tables.aim(context, std::span(points.points).subspan(at, size));
        const Batch batch{tables, std::span(points.counts).subspan(at, size),
                          std::span<const std::int64_t>(first_rows).subspan(at, size)};
        parallel_chunks(context, space.tuples(), kTupleBlock,
                        [&](std::int64_t from, std::int64_t to, std::int64_t) {
                            offer(space, batch, from, to, nearest);
                        });
        progress.add(static_cast<std::int64_t>(size));
    }
    return nearest;
}

}  // namespace lethe
