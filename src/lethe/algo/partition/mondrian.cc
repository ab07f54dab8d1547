// Mondrian on columns of codes.
//
// Every box is a run of places; each axis keeps its codes, and a list the rows, in the order of
// the places. A cut moves all of them, left side first, each side in the order it had. So every
// pass over a box reads contiguous memory, and the rows of a box ascend: what is first in a tie is
// the lowest row.
//
// Which cuts are allowable. Let m >= 2k records be in the box and x be their lower median on an
// axis. At least m / 2 >= k records are up to x, so only the right side of the cut at x can be too
// small. If it is, the right side of every cut above x is too. The next value below x leaves, on
// its right, x and all above: at least m / 2. So only its left side can be too small, and if it is,
// the left side of every lower cut is. Two cuts answer for the axis: at x, and just below x.
//
// The median comes from counting where the axis's codes in the box lie close together, and from
// selection otherwise. A cut that is bad for balance peels off at least one side of a frequent
// value, which is then at the edge of its axis: the depth is of the order of the axes times the
// logarithm of the rows.
//
// Boxes of one level are cut in parallel, each by one thread; boxes that have become small are
// finished by one thread each, with a stack of their own. Nothing depends on who does it.
#include "lethe/algo/partition/mondrian.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/core/error.h"
#include "lethe/core/parallel.h"

namespace lethe {
namespace {

constexpr std::int64_t kSmallBox = 1 << 15;  // finished by one thread

struct MondrianBox {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t size() const { return end - begin; }
};

// A cut: codes below `code` go left, and the first `ties` records that have it.
struct Cut {
    std::size_t axis = 0;
    std::int32_t code = 0;
    std::size_t ties = 0;
};

// One place in the order of a box's codes, with the records before it.
struct Selected {
    std::int32_t code = 0;
    std::size_t below = 0;  // records with smaller codes
    std::size_t equal = 0;
};

struct Spread {
    double share = 0.0;
    std::int32_t first = 0;  // the codes that occur lie within first .. last, missing included
    std::int32_t last = 0;
};

struct Scratch {
    explicit Scratch(std::size_t size) : moved(size), goes_left(size) {}

    std::vector<std::int32_t> moved;
    std::vector<std::uint8_t> goes_left;
    std::vector<std::int32_t> codes;
    std::vector<std::uint32_t> counts;
    std::vector<Spread> spreads;
    std::vector<std::size_t> order;
    std::vector<MondrianBox> stack;
};

// Counts by code are for codes that lie close together.
bool is_countable(std::int32_t first, std::int32_t last, std::size_t records) {
    return static_cast<std::size_t>(last - first) < 2 * records + 64;
}

void count_codes(std::span<const std::int32_t> codes, std::int32_t first, std::int32_t last,
                 std::vector<std::uint32_t>& counts) {
    counts.assign(static_cast<std::size_t>(last - first) + 1, 0);
    for (const std::int32_t code : codes) ++counts[static_cast<std::size_t>(code - first)];
}

// The code at `place` of the sorted codes.
Selected select(std::span<const std::int32_t> codes, const Spread& spread, std::size_t place,
                Scratch& scratch) {
    Selected found;
    if (is_countable(spread.first, spread.last, codes.size())) {
        count_codes(codes, spread.first, spread.last, scratch.counts);
        std::size_t i = 0;
        while (found.below + scratch.counts[i] <= place) found.below += scratch.counts[i++];
        found.code = spread.first + static_cast<std::int32_t>(i);
        found.equal = scratch.counts[i];
        return found;
    }
    scratch.codes.assign(codes.begin(), codes.end());
    const auto middle = scratch.codes.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(scratch.codes.begin(), middle, scratch.codes.end());
    found.code = *middle;
    for (const std::int32_t code : codes) {
        found.below += code < found.code ? 1 : 0;
        found.equal += code == found.code ? 1 : 0;
    }
    return found;
}

std::size_t different_values(std::span<const std::int32_t> codes, std::int32_t first,
                             std::int32_t last, Scratch& scratch) {
    if (is_countable(first, last, codes.size())) {
        count_codes(codes, first, last, scratch.counts);
        return scratch.counts.size() - static_cast<std::size_t>(std::count(
                                           scratch.counts.begin(), scratch.counts.end(), 0U));
    }
    scratch.codes.assign(codes.begin(), codes.end());
    std::sort(scratch.codes.begin(), scratch.codes.end());
    return static_cast<std::size_t>(std::unique(scratch.codes.begin(), scratch.codes.end()) -
                                    scratch.codes.begin());
}

double range(const std::vector<double>& numbers, std::int32_t first, std::int32_t last) {
    // Halves, for the range of doubles is twice what a double can hold.
    return numbers[static_cast<std::size_t>(last)] / 2 -
           numbers[static_cast<std::size_t>(first)] / 2;
}

class Partition {
  public:
    Partition(const Context& context, std::vector<MondrianAxis> axes,
              const MondrianOptions& options)
        : context_(context),
          axes_(std::move(axes)),
          k_(static_cast<std::size_t>(options.k)),
          options_(options),
          rows_(axes_.at(0).codes.size()),
          starts_group_(rows_.size(), 0) {
        std::iota(rows_.begin(), rows_.end(), 0);
        if (options.median == MondrianOptions::Median::of_all) find_medians();
    }

    Clusters run() {
        Progress progress(context_, "partitioning", std::ssize(rows_));
        std::vector<MondrianBox> boxes{{0, rows_.size()}}, small;
        while (!boxes.empty()) {
            std::vector<std::size_t> middles(boxes.size());
            parallel_tasks(context_, std::ssize(boxes), [&](std::int64_t task) {
                const auto i = static_cast<std::size_t>(task);
                Scratch scratch(boxes[i].size());
                middles[i] = cut_in_two(boxes[i], scratch);
            });
            std::vector<MondrianBox> next;
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                if (middles[i] == boxes[i].end) {
                    starts_group_[boxes[i].begin] = 1;
                    progress.add(static_cast<std::int64_t>(boxes[i].size()));
                    continue;
                }
                for (const MondrianBox half : {MondrianBox{boxes[i].begin, middles[i]},
                                               MondrianBox{middles[i], boxes[i].end}}) {
                    (half.size() > kSmallBox ? next : small).push_back(half);
                }
            }
            boxes = std::move(next);
        }
        parallel_tasks(context_, std::ssize(small), [&](std::int64_t task) {
            const MondrianBox& box = small[static_cast<std::size_t>(task)];
            finish(box);
            progress.add(static_cast<std::int64_t>(box.size()));
        });
        return groups();
    }

  private:
    std::span<const std::int32_t> codes_in(const MondrianBox& box, std::size_t axis) const {
        return std::span(axes_[axis].codes).subspan(box.begin, box.size());
    }

    // The lower median of each axis over the records that have a value there.
    void find_medians() {
        Scratch scratch(0);
        const MondrianBox all{0, rows_.size()};
        for (std::size_t a = 0; a < axes_.size(); ++a) {
            const auto codes = codes_in(all, a);
            const std::size_t lacking = lacking_in(all, a);
            const std::size_t present = codes.size() - lacking;
            const Spread whole{0.0, 0, axes_[a].values};
            medians_.push_back(present == 0
                                   ? axes_[a].values
                                   : select(codes, whole, (present - 1) / 2, scratch).code);
        }
    }

    std::size_t lacking_in(const MondrianBox& box, std::size_t axis) const {
        if (!axes_[axis].has_missing) return 0;
        const auto codes = codes_in(box, axis);
        return static_cast<std::size_t>(std::count(codes.begin(), codes.end(), axes_[axis].values));
    }

    Spread spread_of(const MondrianBox& box, std::size_t axis, Scratch& scratch) const {
        const MondrianAxis& it = axes_[axis];
        const auto codes = codes_in(box, axis);
        Spread spread{0.0, it.values, 0};
        std::int32_t last_present = -1;
        for (const std::int32_t code : codes) {
            spread.first = std::min(spread.first, code);
            spread.last = std::max(spread.last, code);
            last_present = std::max(last_present, code == it.values ? -1 : code);
        }
        if (spread.first == it.values) return spread;  // all missing
        if (!it.numbers.empty()) {
            const double whole = range(it.numbers, 0, it.values - 1);
            if (whole > 0) spread.share = range(it.numbers, spread.first, last_present) / whole;
        } else {
            const std::size_t found = different_values(codes, spread.first, spread.last, scratch) -
                                      (last_present < spread.last ? 1 : 0);
            spread.share = static_cast<double>(found) / static_cast<double>(it.values);
        }
        return spread;
    }

    bool is_allowable(std::size_t left, std::size_t records) const {
        return left >= k_ && records - left >= k_;
    }

    // Whether the sides of a cut may be groups.
    bool sides_allowed(const MondrianBox& box, const Cut& cut, Scratch& scratch) const {
        if (!options_.allowed) return true;
        mark_left(box, cut, scratch);
        std::vector<std::int32_t> left;
        std::vector<std::int32_t> right;
        for (std::size_t i = 0; i < box.size(); ++i) {
            (scratch.goes_left[i] != 0 ? left : right).push_back(rows_[box.begin + i]);
        }
        return options_.allowed(left) && options_.allowed(right);
    }

    // The axis's cut of the box, its left side being `left` records; 0: none is allowable.
    std::size_t find_cut(const MondrianBox& box, std::size_t axis, const Spread& spread, Cut& cut,
                         Scratch& scratch) const {
        const auto codes = codes_in(box, axis);
        const std::size_t records = codes.size();
        if (options_.median == MondrianOptions::Median::of_all) {
            const std::int32_t median = medians_[axis];
            const auto left = static_cast<std::size_t>(std::count_if(
                codes.begin(), codes.end(), [&](std::int32_t code) { return code <= median; }));
            cut = {axis, median, records};
            return is_allowable(left, records) && sides_allowed(box, cut, scratch) ? left : 0;
        }
        const std::size_t half = (records + 1) / 2;
        const Selected median = select(codes, spread, half - 1, scratch);
        if (options_.cut == MondrianOptions::Cut::relaxed) {
            cut = {axis, median.code, half - median.below};
            return sides_allowed(box, cut, scratch) ? half : 0;
        }
        cut = {axis, median.code, median.equal};
        if (is_allowable(median.below + median.equal, records) &&
            sides_allowed(box, cut, scratch)) {
            return median.below + median.equal;
        }
        cut = {axis, median.code, 0};
        return is_allowable(median.below, records) && sides_allowed(box, cut, scratch)
                   ? median.below
                   : 0;
    }

    // Where the right side begins; the end of the box if it is not cut.
    std::size_t cut_in_two(const MondrianBox& box, Scratch& scratch) {
        if (box.size() < 2 * k_) return box.end;
        for (std::size_t a = 0; a < axes_.size(); ++a) {
            const std::size_t present = box.size() - lacking_in(box, a);
            const Cut cut{a, axes_[a].values, 0};
            if (is_allowable(present, box.size()) && sides_allowed(box, cut, scratch)) {
                return move(box, cut, present, scratch);
            }
        }
        scratch.spreads.clear();
        for (std::size_t a = 0; a < axes_.size(); ++a) {
            scratch.spreads.push_back(spread_of(box, a, scratch));
        }
        scratch.order.resize(axes_.size());
        std::iota(scratch.order.begin(), scratch.order.end(), std::size_t{0});
        std::stable_sort(scratch.order.begin(), scratch.order.end(),
                         [&](std::size_t a, std::size_t b) {
                             return scratch.spreads[a].share > scratch.spreads[b].share;
                         });
        for (const std::size_t a : scratch.order) {
            const Spread& spread = scratch.spreads[a];
            if (spread.first == spread.last) continue;
            Cut cut;
            if (const std::size_t left = find_cut(box, a, spread, cut, scratch); left > 0) {
                return move(box, cut, left, scratch);
            }
        }
        return box.end;
    }

    void mark_left(const MondrianBox& box, const Cut& cut, Scratch& scratch) const {
        const auto codes = codes_in(box, cut.axis);
        std::size_t ties = cut.ties;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const bool tie = codes[i] == cut.code && ties > 0;
            ties -= tie ? 1 : 0;
            scratch.goes_left[i] = static_cast<std::uint8_t>(codes[i] < cut.code || tie);
        }
    }

    std::size_t move(const MondrianBox& box, const Cut& cut, std::size_t left, Scratch& scratch) {
        mark_left(box, cut, scratch);
        for (MondrianAxis& axis : axes_) move(box, axis.codes, scratch);
        move(box, rows_, scratch);
        return box.begin + left;
    }

    static void move(const MondrianBox& box, std::vector<std::int32_t>& values, Scratch& scratch) {
        std::int32_t* const at = values.data() + box.begin;
        std::size_t left = 0, right = 0;
        for (std::size_t i = 0; i < box.size(); ++i) {
            const std::int32_t value = at[i];
            at[left] = value;
            scratch.moved[right] = value;
            left += scratch.goes_left[i];
            right += 1U - scratch.goes_left[i];
        }
        std::copy_n(scratch.moved.begin(), right, at + left);
    }

    void finish(const MondrianBox& box) {
        Scratch scratch(box.size());
        scratch.stack.assign(1, box);
        while (!scratch.stack.empty()) {
            const MondrianBox next = scratch.stack.back();
            scratch.stack.pop_back();
            const std::size_t middle = cut_in_two(next, scratch);
            if (middle == next.end) {
                starts_group_[next.begin] = 1;
            } else {
                scratch.stack.push_back({next.begin, middle});
                scratch.stack.push_back({middle, next.end});
            }
        }
    }

    Clusters groups() const {
        Clusters clusters{std::vector<std::int32_t>(rows_.size()), 0};
        for (std::size_t place = 0; place < rows_.size(); ++place) {
            clusters.count += starts_group_[place];
            clusters.of[static_cast<std::size_t>(rows_[place])] = clusters.count - 1;
        }
        return clusters;
    }

    const Context& context_;
    std::vector<MondrianAxis> axes_;
    std::size_t k_;
    MondrianOptions options_;
    std::vector<std::int32_t> rows_;
    std::vector<std::uint8_t> starts_group_;  // per place
    std::vector<std::int32_t> medians_;
};

}  // namespace

MondrianAxis mondrian_axis(const Context& context, const Column& column) {
    MondrianAxis axis;
    axis.has_missing = column.has_missing();
    if (!column.is_numeric()) {
        axis.values = static_cast<std::int32_t>(column.dictionary().size());
        axis.codes.assign(column.codes().begin(), column.codes().end());
        for (std::int64_t row = 0; axis.has_missing && row < column.size(); ++row) {
            if (!column.valid(row)) axis.codes[static_cast<std::size_t>(row)] = axis.values;
        }
        return axis;
    }
    const std::vector<std::int32_t> ranked = ranking(context, column);
    const auto numbers = column.numbers();
    axis.codes.resize(numbers.size());
    for (const std::int32_t row : ranked) {
        const double number = numbers[static_cast<std::size_t>(row)] + 0.0;  // -0 to 0
        if (!std::isfinite(number)) {
            throw Error(ErrorKind::input,
                        fmt::format("column \"{}\" holds a number that is not finite, in row {}",
                                    column.name(), row + 1));
        }
        if (axis.numbers.empty() || axis.numbers.back() != number) axis.numbers.push_back(number);
        axis.codes[static_cast<std::size_t>(row)] =
            static_cast<std::int32_t>(axis.numbers.size()) - 1;
    }
    axis.values = static_cast<std::int32_t>(axis.numbers.size());
    for (std::int64_t row = 0; axis.has_missing && row < column.size(); ++row) {
        if (!column.valid(row)) axis.codes[static_cast<std::size_t>(row)] = axis.values;
    }
    return axis;
}

Clusters mondrian(const Context& context, std::vector<MondrianAxis> axes,
                  const MondrianOptions& options) {
    if (axes.empty() || axes[0].codes.empty()) return {};
    check_cluster_size(std::ssize(axes[0].codes), options.k);
    if (options.allowed) {
        std::vector<std::int32_t> all(axes[0].codes.size());
        std::iota(all.begin(), all.end(), 0);
        if (!options.allowed(all)) {
            throw Error(ErrorKind::unmet, "not even all records together may be a group");
        }
    }
    return Partition(context, std::move(axes), options).run();
}

}  // namespace lethe
