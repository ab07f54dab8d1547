// Rounding: each value goes to the nearest multiple of a base.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct RoundingParams {
    double base = 10;
    std::map<std::string, double> base_by_column;
};

Schema<RoundingParams> rounding_schema() {
    return Schema<RoundingParams>()
        .field("base", &RoundingParams::base, "values become multiples of this", above(0))
        .field("base_by_column", &RoundingParams::base_by_column,
               "another base for some columns: column name and base", above(0));
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

MaskOutput apply_rounding(const MaskInput& input, const RoundingParams& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const double base = for_column(name, params.base_by_column, params.base);
        output.changed.push_back(map_numbers(
            input, name, [base](double value, std::int64_t) { return round_to(value, base); }));
    }
    return output;
}

void check_rounding(const Table&, std::span<const std::string> columns,
                    const RoundingParams& params, const Place& place, Problems& problems) {
    check_column_names("base_by_column", params.base_by_column, columns, place, problems);
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
                   .summary = "Replaces each number by the nearest multiple of a base.",
                   .description =
                       "Every value becomes the nearest multiple of `base`; halves go to the even "
                       "multiple. Use it to hide exact amounts (incomes, dates of birth as years) "
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
