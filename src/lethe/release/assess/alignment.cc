#include "lethe/release/assess/alignment.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lethe/core/context.h"
#include "lethe/data/column_stats.h"

namespace lethe::release {
namespace {

constexpr std::int64_t kMostAlignedRows = 4000;

// How alike two cells are: categories are equal or not, numbers the more the fewer deviations lie
// between them.
class Likeness {
  public:
    Likeness(const Column& original, const Column& masked) : original_(original), masked_(masked) {
        if (original.is_numeric()) deviation_ = column_stats(Context{}, original).deviation();
    }
    double operator()(std::int64_t row, std::int64_t from) const {
        if (!original_.valid(from) || !masked_.valid(row)) {
            return original_.valid(from) == masked_.valid(row) ? 1 : 0;
        }
        const auto o = static_cast<std::size_t>(from);
        const auto m = static_cast<std::size_t>(row);
        if (!original_.is_numeric()) return original_.codes()[o] == masked_.codes()[m] ? 1 : 0;
        const double difference = std::abs(original_.numbers()[o] - masked_.numbers()[m]);
        if (difference == 0) return 1;
        return deviation_ > 0 ? 1 / (1 + 4 * difference / deviation_) : 0;
    }

  private:
    const Column& original_;
    const Column& masked_;
    double deviation_ = 0;
};

}  // namespace

Alignment alignment_of(const Comparable& pair, std::span<const std::int64_t> origin,
                       const Random& random) {
    const std::int64_t all = pair.masked.rows();
    Alignment result{.rows = std::min(all, kMostAlignedRows)};
    if (result.rows < 2) return result;
    const std::vector<std::int64_t> rows =
        random_subset(random.stream("alignment"), all, result.rows);
    const auto from = [&](std::int64_t row) {
        return origin.empty() ? row : origin[static_cast<std::size_t>(row)];
    };
    std::vector<Likeness> columns;
    for (const ColumnPtr& column : pair.original.columns()) {
        columns.emplace_back(*column, pair.masked.column(column->name()));
    }
    // Each row with its origin, and with the origin of the row half the sample away.
    double sum = 0, squares = 0, own = 0, chance = 0;
    const auto n = static_cast<double>(result.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t other = from(rows[(i + rows.size() / 2) % rows.size()]);
        double alike = 0, by_chance = 0;
        for (const Likeness& column : columns) {
            alike += column(rows[i], from(rows[i]));
            by_chance += column(rows[i], other);
        }
        own += alike;
        chance += by_chance;
        sum += alike - by_chance;
        squares += (alike - by_chance) * (alike - by_chance);
    }
    const auto width = static_cast<double>(columns.size());
    result.own = own / (n * width);
    result.chance = chance / (n * width);
    const double variance = (squares - sum * sum / n) / (n - 1);
    result.sigmas = variance > 0 ? sum / std::sqrt(n * variance) : (sum > 0 ? 1e9 : 0);
    return result;
}

}  // namespace lethe::release
