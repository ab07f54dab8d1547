// Rounding: each value goes to the nearest multiple of a base, or to the nearest value of a set; or
// whole records go to the nearest of some points.
//
// Jointly, the i-th values of the columns' sets are one point. The distance of a record to a point
// is Euclidean, each column divided by the range of its own set, so that a record is rounded by
// itself, whatever the others are. A column that is missing in a record takes no part in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct RoundingParams {
    double base = 10;
    std::map<std::string, double> base_by_column;
    std::vector<double> set;
    std::map<std::string, std::vector<double>> set_by_column;
    bool joint = false;

    const std::vector<double>& set_of(const std::string& column) const {
        const auto own = set_by_column.find(column);
        return own == set_by_column.end() ? set : own->second;
    }
};

Schema<RoundingParams> rounding_schema() {
    return Schema<RoundingParams>()
        .field("base", &RoundingParams::base, "values become multiples of this", above(0))
        .field("base_by_column", &RoundingParams::base_by_column,
               "another base for some columns: column name and base", above(0))
        .field("set", &RoundingParams::set,
               "instead of multiples of the base, values become the nearest of these; halfway the "
               "smaller")
        .field("set_by_column", &RoundingParams::set_by_column,
               "another set for some columns: column name and values")
        .field("joint", &RoundingParams::joint,
               "records go to the nearest point: the first values of all sets are a point, the "
               "second ones another, and so on");
}

// Halves go to the even multiple, so that rounding does not push the mean up. A base such as 0.1 is
// not a double, but 1 / 0.1 is: dividing by it gives the 0.3 that people write, and multiplying by
// 0.1 would not. Adding 0 makes -0 a plain 0.
double round_to(double value, double base) {
    const double multiple = std::nearbyint(value / base);
    const double per_unit = std::nearbyint(1 / base);
    const bool divides = base < 1 && 1 / per_unit == base;
    return (divides ? multiple / per_unit : multiple * base) + 0.0;
}

// Of an ascending set.
double nearest_of(const std::vector<double>& set, double value) {
    const auto above_it = std::lower_bound(set.begin(), set.end(), value);
    if (above_it == set.begin()) return set.front();
    if (above_it == set.end()) return set.back();
    const double below_it = *std::prev(above_it);
    return value - below_it <= *above_it - value ? below_it : *above_it;
}

// Which point a record goes to; equally near ones: the first.
class JointRounding {
  public:
    JointRounding(const MaskInput& input, const RoundingParams& params) {
        for (const std::string& name : input.columns) {
            columns_.push_back(&input.table.column(name));
            sets_.push_back(&params.set_of(name));
            const auto [low, high] = std::ranges::minmax(*sets_.back());
            range_.push_back(high > low ? high - low : 1);
        }
    }

    const std::vector<double>& set(std::size_t column) const { return *sets_[column]; }

    std::size_t point_of(std::int64_t row) const {
        std::size_t best = 0;
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < sets_.front()->size(); ++i) {
            double distance = 0;
            for (std::size_t j = 0; j < columns_.size(); ++j) {
                if (!columns_[j]->valid(row)) continue;
                const double value = columns_[j]->numbers()[static_cast<std::size_t>(row)];
                const double away = (value - (*sets_[j])[i]) / range_[j];
                distance += away * away;
            }
            if (distance < nearest) {
                nearest = distance;
                best = i;
            }
        }
        return best;
    }

  private:
    std::vector<const Column*> columns_;
    std::vector<const std::vector<double>*> sets_;
    std::vector<double> range_;
};

MaskOutput round_jointly(const MaskInput& input, const RoundingParams& params) {
    const JointRounding rounding(input, params);
    std::vector<std::size_t> point(static_cast<std::size_t>(input.table.rows()));
    parallel_chunks(input.context, input.table.rows(),
                    [&](std::int64_t begin, std::int64_t end, std::int64_t) {
                        for (std::int64_t row = begin; row < end; ++row) {
                            point[static_cast<std::size_t>(row)] = rounding.point_of(row);
                        }
                    });
    MaskOutput output;
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        output.changed.push_back(
            map_numbers(input, input.columns[j], [&](double, std::int64_t row) {
                return rounding.set(j)[point[static_cast<std::size_t>(row)]];
            }));
    }
    return output;
}

MaskOutput apply_rounding(const MaskInput& input, const RoundingParams& params) {
    if (params.joint) return round_jointly(input, params);
    MaskOutput output;
    for (const std::string& name : input.columns) {
        if (std::vector<double> set = params.set_of(name); !set.empty()) {
            std::ranges::sort(set);
            output.changed.push_back(map_numbers(input, name, [&set](double value, std::int64_t) {
                return nearest_of(set, value);
            }));
            continue;
        }
        const double base = for_column(name, params.base_by_column, params.base);
        output.changed.push_back(map_numbers(
            input, name, [base](double value, std::int64_t) { return round_to(value, base); }));
    }
    return output;
}

void check_rounding(const Table&, std::span<const std::string> columns,
                    const RoundingParams& params, const Place& place, Problems& problems) {
    check_column_names("base_by_column", params.base_by_column, columns, place, problems);
    check_column_names("set_by_column", params.set_by_column, columns, place, problems);
    for (const auto& [name, set] : params.set_by_column) {
        if (!set.empty()) continue;
        problems.push_back({fmt::format("the set of column \"{}\" is empty", name),
                            within(place, "set_by_column")});
    }
    if (!params.joint || columns.empty()) return;
    const std::size_t points = params.set_of(columns.front()).size();
    for (const std::string& name : columns) {
        const std::size_t size = params.set_of(name).size();
        if (size > 0 && size == points) continue;
        problems.push_back(
            {fmt::format("rounding jointly needs sets of equal length for all columns: that of "
                         "\"{}\" has {} values, that of \"{}\" {}",
                         columns.front(), points, name, size),
             within(place, "joint")});
    }
}

// Whether the base leaves something of the narrowest column: nobody wants ages of 0 and 1,000.
bool base_leaves_something(const Table& table, std::span<const std::string> columns,
                           const Json& parameters) {
    std::optional<double> least;
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (!column.is_numeric()) continue;
        std::optional<double> low, high;
        for (std::int64_t row = 0; row < column.size(); ++row) {
            if (!column.valid(row)) continue;
            const double value = column.numbers()[static_cast<std::size_t>(row)];
            low = std::min(low.value_or(value), value);
            high = std::max(high.value_or(value), value);
        }
        if (low) least = std::min(least.value_or(*high - *low), *high - *low);
    }
    return least.value_or(0) > parameters.at("base").get<double>();
}

}  // namespace

Method rounding() {
    return make_mask(
        MethodInfo{.name = "rounding",
                   .title = "Rounding",
                   .summary = "Replaces each number by the nearest multiple of a base, or the "
                              "nearest value of a set.",
                   .description =
                       "Every value becomes the nearest multiple of `base`; halves go to the even "
                       "multiple. With `set` it becomes the nearest of the values that are given "
                       "instead. With `joint` whole records are rounded: to the nearest of the "
                       "points that the columns' sets make up together, each column measured by "
                       "the range of its set. Use it to hide exact amounts (incomes, dates of "
                       "birth as years) "
                       "when a coarser figure serves as well. The loss is at most half a base a "
                       "value. Alone it protects little: a rare combination of rounded values is "
                       "still rare.",
                   .kinds = {Kind::numeric},
                   .missing = Missing::kept,
                   .properties = {Property::row_wise, Property::row_order_independent},
                   .cites = {"willenborg2001elements"},
                   .example = {{"base", 1000}},
                   .ladder = varied("base", {1000, 5000}),
                   .ladder_turn = 13,
                   .worth_trying = base_leaves_something,
                   .effect = Effect::recoding},
        rounding_schema(), apply_rounding, check_rounding);
}

}  // namespace lethe::mask
