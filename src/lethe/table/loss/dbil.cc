// DBIL: how far the masked categories lie from the original ones.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/category_losses.h"

namespace lethe::loss {
namespace {

Measurement assess_dbil(const AssessInput& input, const NoParams&) {
    const CategoryColumns columns = category_columns(input);
    const std::vector<double> percents = distance_losses(input.context, columns);
    Measurement result;
    result.value = mean(percents);
    result.details["columns"] = by_column(columns, percents);
    warn(columns, result.warnings);
    return result;
}

}  // namespace

Method dbil() {
    return make_loss(
        MethodInfo{
            .name = "dbil",
            .title = "Distance-based loss of categories (DBIL)",
            .summary = "Mean distance between original and masked categories.",
            .description =
                "The mean over records and columns of the distance between the original and the "
                "masked category, in percent. Ordinal: the number of steps between both, divided "
                "by the number of categories of the original column, those that do not occur "
                "included. Nominal: 0 if equal, 1 if not. A missing value is at distance 1 from "
                "every category and at 0 from another missing value. A category that the original "
                "does not have (merged, an interval, a set) is measured as the lower median "
                "(nominal: the most frequent) of the original values that it replaced. Where rows "
                "were dropped, only the released ones are compared. Use it to see how far single "
                "values moved; tables of counts can be unharmed all the same, see `ctbil`.",
            .kinds = {Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "torra2004microaggregation"},
            .in_words = "How far the categories moved, on average: a change of an unordered "
                        "category counts 100 %, a step along an ordered one its part of the way.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a category moved by {}.",
                                       figures::percent_text(value));
                },
            .details = {{"columns", "moved by", true, "column"}},
            .part_of = "category-loss",
            .short_title = "values (DBIL)",
            .by_default = true},
        Schema<NoParams>(), assess_dbil);
}

}  // namespace lethe::loss
