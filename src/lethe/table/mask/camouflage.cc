// Camouflage (after Gopal, Garfinkel, Goes 2002): a number is hidden among the numbers of an
// interval that contains it.
//
// An interval of a given width begins at x - u width, with u uniform in [0, 1), so that x is
// equally likely to be anywhere in it. Without a width, or where it holds fewer than k different
// values of the column, it is extended to values next to it: how many of them below and above is
// drawn uniformly among what is possible. An end that was extended lies at random between the last
// value inside and the next different one outside, so that no end is a value of the column. Beyond
// the smallest and largest value there is no next one, and the interval's own length stands in for
// the gap. Ends are rounded outwards to three digits of the length, of dates and times to the step
// in which they are written, which keeps the value inside.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lethe/core/error.h"
#include "lethe/data/column_stats.h"
#include "lethe/data/numbers/number_label.h"
#include "lethe/data/written/notation.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct CamouflageParams {
    std::optional<double> width;
    std::map<std::string, double> width_by_column;
    std::int64_t k = 5;
};

Schema<CamouflageParams> camouflage_schema() {
    return Schema<CamouflageParams>()
        .field("width", &CamouflageParams::width,
               "width of the intervals, where they hold k values", above(0))
        .field("width_by_column", &CamouflageParams::width_by_column,
               "another width for some columns: column name and width", above(0))
        .field("k", &CamouflageParams::k,
               "how many different values of the column an interval holds at least", at_least(2));
}

struct Interval {
    double low = 0;
    double high = 0;
    auto operator<=>(const Interval&) const = default;
};

class Camouflage {
  public:
    // `sorted`: the different values of the column, at least one. `step`: of dates and times, that
    // which can be written; 0: any number can.
    Camouflage(std::vector<double> sorted, std::optional<double> width, std::int64_t k, double step)
        : sorted_(std::move(sorted)),
          width_(width),
          k_(std::min(k, std::ssize(sorted_))),
          step_(step) {}

    Interval around(double value, Draws draws) const {
        const double before = width_ ? *width_ * draws.uniform() : 0;
        Interval interval{value - before, value + (width_.value_or(0) - before)};
        const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), interval.low);
        const auto last = std::upper_bound(sorted_.begin(), sorted_.end(), interval.high);
        const std::int64_t lacking = k_ - (last - first);
        if (!width_ || lacking > 0) {
            const std::int64_t wanted = std::max<std::int64_t>(lacking, 0);
            const std::int64_t below = first - sorted_.begin(), above = sorted_.end() - last;
            const std::int64_t fewest = std::max<std::int64_t>(0, wanted - above);
            const std::int64_t most = std::min(wanted, below);
            const std::int64_t down = fewest + static_cast<std::int64_t>(draws.below(
                                                   static_cast<std::uint64_t>(most - fewest + 1)));
            const double least = down > 0 ? *(first - down) : std::min(interval.low, *first);
            const double greatest = wanted > down ? *(last + (wanted - down) - 1)
                                                  : std::max(interval.high, *(last - 1));
            const double length = reach(least, greatest);
            if (down > 0 || !width_) {
                interval.low = least - draws.uniform_open() * gap_below(least, length);
            }
            if (wanted > down || !width_) {
                interval.high = greatest + draws.uniform_open() * gap_above(greatest, length);
            }
        }
        return rounded_outwards(interval, value);
    }

  private:
    // What stands in for a gap where there is no next value.
    double reach(double low, double high) const {
        if (high > low) return high - low;
        const double range = sorted_.back() - sorted_.front();
        return range > 0 ? range : std::max(std::fabs(low), 1.0);
    }

    double gap_below(double value, double otherwise) const {
        const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), value);
        return first == sorted_.begin() ? otherwise : value - *(first - 1);
    }

    double gap_above(double value, double otherwise) const {
        const auto next = std::upper_bound(sorted_.begin(), sorted_.end(), value);
        return next == sorted_.end() ? otherwise : *next - value;
    }

    Interval rounded_outwards(const Interval& interval, double value) const {
        if (!(interval.high - interval.low > 0) || !std::isfinite(interval.high - interval.low)) {
            throw Error(
                ErrorKind::input,
                "the numbers are too large for intervals of this width; choose a wider one, "
                "or round them first");
        }
        if (step_ > 0) {
            return {std::floor(interval.low / step_) * step_,
                    std::ceil(interval.high / step_) * step_};
        }
        const double digits = std::floor(std::log10(interval.high - interval.low)) - 2;
        const double step = std::pow(10.0, digits), per_unit = std::nearbyint(1 / step);
        const auto multiple = [&](double number) {
            return digits < 0 ? number / per_unit : number * step;
        };
        const auto count = [&](double number) {
            return digits < 0 ? number * per_unit : number / step;
        };
        Interval result{multiple(std::floor(count(interval.low))),
                        multiple(std::ceil(count(interval.high)))};
        return {std::min(result.low, value) + 0.0, std::max(result.high, value) + 0.0};
    }

    std::vector<double> sorted_;
    std::optional<double> width_;
    std::int64_t k_;
    double step_;
};

struct Hidden {
    ColumnPtr column;
    std::int64_t values = 0;  // different ones
};

Hidden hide(const MaskInput& input, const Context& context, const Column& column,
            const CamouflageParams& params) {
    std::vector<double> sorted = sorted_numbers(context, column);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const auto values = std::ssize(sorted);
    const auto own = params.width_by_column.find(column.name());
    const Camouflage camouflage(
        std::move(sorted),
        own == params.width_by_column.end() ? params.width : std::optional(own->second), params.k,
        column.notation() ? column.notation()->step() : 0);
    const Stream stream = input.random.stream(column.name());
    const auto numbers = column.numbers();
    std::vector<Interval> intervals(numbers.size());
    parallel_chunks(context, column.size(),
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            const auto i = static_cast<std::size_t>(row);
                            if (!column.valid(row)) continue;
                            intervals[i] = camouflage.around(numbers[i], stream.at(row));
                        }
                    });
    std::vector<Interval> different;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) different.push_back(intervals[static_cast<std::size_t>(row)]);
    }
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    const NumberLabels as_column(column.notation());
    Dictionary labels;
    for (const Interval& interval : different) {
        labels.push_back(as_column.interval(interval.low, interval.high, ']'));
    }
    std::vector<std::int32_t> codes(numbers.size(), 0);
    for (std::int64_t row = 0; row < column.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (!column.valid(row)) continue;
        const auto found = std::lower_bound(different.begin(), different.end(), intervals[i]);
        codes[i] = static_cast<std::int32_t>(found - different.begin());
    }
    return {Column::categories(column.name(), Kind::ordinal, std::move(codes),
                               std::make_shared<const Dictionary>(std::move(labels)),
                               column.validity(), column.spelling_of_missing()),
            values};
}

MaskOutput apply_camouflage(const MaskInput& input, const CamouflageParams& params) {
    MaskOutput output;
    std::vector<Hidden> hidden(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        hidden[j] = hide(input, context, column, params);
    });
    for (const Hidden& each : hidden) {
        output.changed.push_back(each.column);
        if (each.values >= params.k) continue;
        output.warnings.push_back(
            fmt::format("column \"{}\" has {} different values, fewer than k: its intervals hold "
                        "all of them",
                        each.column->name(), each.values));
    }
    return output;
}

void check_camouflage(const Table&, std::span<const std::string> columns,
                      const CamouflageParams& params, const Place& place, Problems& problems) {
    check_column_names("width_by_column", params.width_by_column, columns, place, problems);
}

}  // namespace

Method camouflage() {
    return make_mask(
        MethodInfo{
            .name = "camouflage",
            .title = "Camouflage",
            .summary = "Shows each number as an interval that contains it, placed at random.",
            .description =
                "Every value is replaced by an interval of its own, \"[a,b]\", that contains it "
                "and at least k different values of the column (all, where it has fewer). With a "
                "`width` the interval has it, and the value is equally likely to be anywhere "
                "inside: never take the middle for an estimate of one value; it is one only of a "
                "sum of many. Without a width, or where too few values are inside, the interval is "
                "extended to values next to it, at random below and above. No end of an interval "
                "is a value of the column, but "
                "for rounding. Use it when true statements are wanted: released intervals never "
                "lie. Beware: the loss is high; the column becomes one of categories, nearly all "
                "different; and where values of a record are known from several releases with "
                "new intervals, their intersection narrows them down, so release once. The "
                "smallest and the largest value are hidden on one side only. Missing values stay "
                "missing.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"gopal2002camouflage"},
            .example = {{"k", 5}}},
        camouflage_schema(), apply_camouflage, check_camouflage);
}

}  // namespace lethe::mask
