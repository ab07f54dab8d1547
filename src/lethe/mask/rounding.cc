// Rounding: each value goes to the nearest multiple of a base.
#include <cmath>
#include <map>
#include <string>

#include "lethe/mask/columns.h"
#include "lethe/method/method.h"

namespace lethe::mask {
namespace {

struct Params {
    double base = 10;
    std::map<std::string, double> bases;
};

Schema<Params> schema() {
    return Schema<Params>()
        .field("base", &Params::base, "values become multiples of this", above(0))
        .field("bases", &Params::bases, "another base for some columns: column name and base",
               above(0));
}

// Halves go to the even multiple, so that rounding does not push the mean up.
double round_to(double value, double base) { return std::nearbyint(value / base) * base; }

MaskOutput apply(const MaskInput& input, const Params& params) {
    MaskOutput output;
    for (const std::string& name : input.columns) {
        const double base = for_column(name, params.bases, params.base);
        output.changed.push_back(map_numbers(
            input, name, [base](double value, std::int64_t) { return round_to(value, base); }));
    }
    return output;
}

void check(const Table&, std::span<const std::string> columns, const Params& params,
           const Place& place, Problems& problems) {
    check_column_names("bases", params.bases, columns, place, problems);
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
                   .example = {{"base", 1000}}},
        schema(), apply, check);
}

}  // namespace lethe::mask
