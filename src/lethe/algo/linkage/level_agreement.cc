#include "lethe/algo/linkage/level_agreement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/data/group_keys.h"

namespace lethe {
namespace {

std::vector<double> sorted_values(std::span<const double> values) {
    std::vector<double> sorted;
    sorted.reserve(values.size());
    for (const double value : values) {
        if (!std::isnan(value)) sorted.push_back(value);
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

std::vector<double> distinct_values(std::span<const double> values) {
    std::vector<double> sorted = sorted_values(values);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

bool within_width(double x, double y, double width) { return std::fabs(x - y) <= width; }

// For each value of x, in ascending order, the range of y within the width. The difference is
// monotone in either value, rounding or not, so that both ends only move up.
template <class Take>
void walk_ranges(std::span<const double> x, std::span<const double> y, double width, Take take) {
    std::size_t begin = 0, end = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        while (begin < y.size() && y[begin] < x[i] && !within_width(x[i], y[begin], width)) ++begin;
        end = std::max(end, begin);
        while (end < y.size() && (y[end] <= x[i] || within_width(x[i], y[end], width))) ++end;
        take(i, begin, end);
    }
}

std::int64_t pairs_of_sets(const LevelColumn& column, const std::vector<double>& sorted_x) {
    std::vector<std::int64_t> rows(column.sets.size(), 0);
    for (const std::int32_t set : column.set_of) {
        if (set >= 0) ++rows[static_cast<std::size_t>(set)];
    }
    std::int64_t pairs = 0;
    for (std::size_t s = 0; s < rows.size(); ++s) {
        std::int64_t members = 0;
        for (const double value : column.sets[s]) {
            const auto range = std::equal_range(sorted_x.begin(), sorted_x.end(), value);
            members += range.second - range.first;
        }
        pairs += rows[s] * members;
    }
    return pairs;
}

// One side's values: numbers, sets, missing ones.
struct LevelSide {
    std::span<const double> values;
    std::span<const std::int32_t> set_of;  // may be empty

    std::int32_t set(std::size_t row) const { return set_of.empty() ? -1 : set_of[row]; }
};

// Codes: the distinct numbers in order, then the sets.
struct LevelCodes {
    std::vector<double> numbers;
    std::int32_t sets = 0;

    std::int32_t count() const { return static_cast<std::int32_t>(numbers.size()) + sets; }
    std::int32_t of_set(std::int32_t set) const {
        return static_cast<std::int32_t>(numbers.size()) + set;
    }
    std::int32_t of(double value, std::int32_t set) const {
        if (set >= 0) return of_set(set);
        if (std::isnan(value)) return -1;
        return static_cast<std::int32_t>(std::lower_bound(numbers.begin(), numbers.end(), value) -
                                         numbers.begin());
    }
};

// Rows as sorted positions: quicker than a search for each where there are many.
std::vector<std::int32_t> coded(const LevelSide& side, const LevelCodes& codes) {
    std::vector<std::int32_t> result;
    result.reserve(side.values.size());
    for (std::size_t row = 0; row < side.values.size(); ++row) {
        result.push_back(codes.of(side.values[row], side.set(row)));
    }
    return result;
}

Groups classes_of_codes(const Context& context, std::size_t rows, std::span<const LevelView> views,
                        std::span<const std::int32_t> (LevelView::*codes_of)() const) {
    Groups groups;
    groups.class_of.assign(rows, 0);
    if (rows > 0) groups.sizes.assign(1, static_cast<std::int64_t>(rows));
    std::vector<std::uint64_t> keys(rows);
    for (const LevelView& view : views) {
        const auto codes = (view.*codes_of)();
        for (std::size_t row = 0; row < rows; ++row) {
            keys[row] = (static_cast<std::uint64_t>(groups.class_of[row]) << 32) |
                        static_cast<std::uint32_t>(codes[row]);
        }
        groups = group_keys(context, keys);
    }
    return groups;
}

}  // namespace

int LevelColumn::level(std::size_t row_x, std::size_t row_y) const {
    if (has_sets() && set_of[row_y] >= 0) {
        if (std::isnan(x[row_x])) return apart();
        const auto& set = sets[static_cast<std::size_t>(set_of[row_y])];
        return std::binary_search(set.begin(), set.end(), x[row_x]) ? 1 : apart();
    }
    for (std::size_t l = 0; l < widths.size(); ++l) {
        if (within_width(x[row_x], y[row_y], widths[l])) return level_of_width(l);
    }
    return apart();
}

std::vector<std::int64_t> count_levels(const LevelColumn& column) {
    const std::vector<double> x = sorted_values(column.x);
    const std::vector<double> y = sorted_values(column.y);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(column.levels()), 0);
    std::int64_t nearer = 0;
    for (std::size_t l = 0; l < column.widths.size(); ++l) {
        std::int64_t pairs = 0;
        walk_ranges(x, y, column.widths[l], [&](std::size_t, std::size_t begin, std::size_t end) {
            pairs += static_cast<std::int64_t>(end - begin);
        });
        counts[static_cast<std::size_t>(column.level_of_width(l))] = pairs - nearer;
        nearer = pairs;
    }
    if (column.has_sets()) {
        counts[1] = pairs_of_sets(column, x);
        nearer += counts[1];
    }
    counts.back() = std::ssize(column.x) * std::ssize(column.y) - nearer;
    return counts;
}

LevelView::LevelView(const LevelColumn& column, Looks looks, std::span<const std::int64_t> rows)
    : levels_(column.levels()), widths_(column.widths.size()) {
    const LevelSide x{column.x, {}};
    const LevelSide y{column.y, column.set_of};
    const LevelSide& looking = looks == Looks::from_x ? x : y;
    const LevelSide& looked_at = looks == Looks::from_x ? y : x;
    const auto sets = static_cast<std::int32_t>(column.sets.size());
    std::vector<double> own_values;
    std::vector<std::int32_t> own_sets;
    for (const std::int64_t row : rows) {
        own_values.push_back(looking.values[static_cast<std::size_t>(row)]);
        own_sets.push_back(looking.set(static_cast<std::size_t>(row)));
    }
    const LevelCodes own{distinct_values(own_values), looks == Looks::from_y ? sets : 0};
    const LevelCodes others{distinct_values(looked_at.values), looks == Looks::from_x ? sets : 0};
    codes_ = others.count();
    index_ = coded(looked_at, others);
    query_ = coded({own_values, own_sets}, own);
    const std::int32_t missing = own.count();  // a code without anything near
    for (std::int32_t& code : query_) {
        if (code < 0) code = missing;
    }
    ranges_.assign(static_cast<std::size_t>(missing + 1) * widths_, Range{});
    for (std::size_t l = 0; l < widths_; ++l) {
        walk_ranges(own.numbers, others.numbers, column.widths[l],
                    [&](std::size_t i, std::size_t begin, std::size_t end) {
                        ranges_[i * widths_ + l] = {static_cast<std::int32_t>(begin),
                                                    static_cast<std::int32_t>(end)};
                    });
    }
    if (!column.has_sets()) return;
    const auto stride = static_cast<std::size_t>(codes_) + 1;
    covers_.assign(static_cast<std::size_t>(missing + 1) * stride, 0);
    for (std::int32_t set = 0; set < sets; ++set) {
        for (const double value : column.sets[static_cast<std::size_t>(set)]) {
            const LevelCodes& numbers = looks == Looks::from_x ? own : others;
            const std::int32_t code = numbers.of(value, -1);
            if (code >= std::ssize(numbers.numbers) ||
                numbers.numbers[static_cast<std::size_t>(code)] != value) {
                continue;
            }
            const std::int32_t query = looks == Looks::from_x ? code : own.of_set(set);
            const std::int32_t at = looks == Looks::from_x ? others.of_set(set) : code;
            covers_[static_cast<std::size_t>(query) * stride + static_cast<std::size_t>(at) + 1] =
                1;
        }
    }
    for (std::size_t i = 0; i < covers_.size(); ++i) {
        if (i % stride != 0) covers_[i] += covers_[i - 1];
    }
}

std::int32_t LevelView::covered(std::int32_t query, std::int32_t lo, std::int32_t hi) const {
    const std::int32_t* running =
        covers_.data() + static_cast<std::size_t>(query) * (static_cast<std::size_t>(codes_) + 1);
    return running[hi + 1] - running[std::max(lo, 0)];
}

int LevelView::nearest(std::int32_t query, std::int32_t lo, std::int32_t hi) const {
    const Range* range = ranges(query);
    const bool sets = !covers_.empty();
    for (std::size_t l = 0; l < widths_; ++l) {
        if (sets && l == 1 && covered(query, lo, hi) > 0) return 1;
        if (lo < range[l].end && hi >= range[l].begin) {
            return static_cast<int>(l) + (l > 0 && sets ? 1 : 0);
        }
    }
    if (sets && widths_ < 2 && covered(query, lo, hi) > 0) return 1;
    return apart();
}

int LevelView::farthest(std::int32_t query, std::int32_t lo, std::int32_t hi) const {
    const Range* range = ranges(query);
    const bool sets = !covers_.empty();
    for (std::size_t l = 0; l < widths_; ++l) {
        if (lo >= range[l].begin && hi < range[l].end) {
            return static_cast<int>(l) + (l > 0 && sets ? 1 : 0);
        }
    }
    if (sets && lo >= 0 && covered(query, lo, hi) == hi - lo + 1) return 1;
    return apart();
}

template <class Weight>
void LevelView::add(std::int32_t query, std::span<const std::int32_t> codes,
                    std::span<const Weight> by_level, std::span<Weight> totals) const {
    const bool sets = !covers_.empty();
    const auto level_of = [&](std::size_t l) { return l + (l > 0 && sets ? 1 : 0); };
    const Weight apart_weight = by_level.back();
    const std::size_t size = codes.size();
    for (std::size_t i = 0; i < size; ++i) totals[i] += apart_weight;
    // Ranges are nested: each adds what its level is worth beyond the next wider one.
    Weight wider = apart_weight;
    for (std::size_t l = widths_; l-- > 0;) {
        const Range range = ranges(query)[l];
        const Weight more = by_level[level_of(l)] - wider;
        wider = by_level[level_of(l)];
        if (range.begin == range.end) continue;
        const auto span = static_cast<std::uint32_t>(range.end - range.begin);
        for (std::size_t i = 0; i < size; ++i) {
            const bool inside = static_cast<std::uint32_t>(codes[i] - range.begin) < span;
            totals[i] += inside ? more : 0;
        }
    }
    if (!sets) return;
    for (std::size_t i = 0; i < size; ++i) {
        if (codes[i] >= 0 && covered(query, codes[i], codes[i]) > 0) {
            totals[i] += by_level[1] - apart_weight;
        }
    }
}

void LevelView::add_weights(std::int32_t query, std::span<const std::int32_t> codes,
                            std::span<const std::int32_t> by_level,
                            std::span<std::int32_t> totals) const {
    add(query, codes, by_level, totals);
}
void LevelView::add_weights(std::int32_t query, std::span<const std::int32_t> codes,
                            std::span<const std::int64_t> by_level,
                            std::span<std::int64_t> totals) const {
    add(query, codes, by_level, totals);
}

LevelClasses index_classes(const Context& context, std::span<const LevelView> views) {
    LevelClasses classes;
    const std::size_t rows = views.empty() ? 0 : views[0].index().size();
    classes.groups = classes_of_codes(context, rows, views, &LevelView::index);
    for (const LevelView& view : views) {
        std::vector<std::int32_t>& codes = classes.codes.emplace_back(classes.groups.sizes.size());
        for (std::size_t row = 0; row < rows; ++row) {
            codes[static_cast<std::size_t>(classes.groups.class_of[row])] = view.index()[row];
        }
    }
    return classes;
}

Groups query_classes(const Context& context, std::span<const LevelView> views) {
    const std::size_t rows = views.empty() ? 0 : views[0].queries().size();
    return classes_of_codes(context, rows, views, &LevelView::queries);
}

}  // namespace lethe
