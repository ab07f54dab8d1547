// IL1: how far the masked values lie from the original ones.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

struct Il1Params {
    Zero zero = Zero::skip;
};

Schema<Il1Params> il1_schema() {
    return Schema<Il1Params>().choice(
        "zero", &Il1Params::zero,
        "what to do about zeros: skip those cells, or divide by the deviation instead (IL1s)",
        {{"skip", Zero::skip}, {"scaled", Zero::scaled}});
}

Measurement assess_il1(const AssessInput& input, const Il1Params& params) {
    const auto columns = value_losses(input.context, numeric_columns(input), params.zero);
    return measured(input, total(columns), columns);
}

}  // namespace

Method il1() {
    return make_loss(
        MethodInfo{
            .name = "il1",
            .title = "Loss of values (IL1)",
            .summary = "Mean relative difference between original and masked values.",
            .description =
                "The mean over all cells of |original - masked| / |original|, in percent. Use it "
                "to see how far single values moved. A small original value makes a small change "
                "look huge and a zero cannot be divided by: such cells are skipped and counted. "
                "With `zero` = scaled every difference is divided by sqrt(2) times the column's "
                "standard deviation instead (IL1s), which is steadier on columns with zeros. There "
                "is no upper limit.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "yancey2002disclosure", "abril2014privacy"},
            .example = {{"zero", "skip"}},
            .in_words = "How far single values moved, relative to what they were, on average.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a value moved by {}.",
                                       figures::percent_text(value));
                },
            .details = {{"columns", "moved by", true, "column"}},
            .part_of = "il",
            .short_title = "values (IL1)",
            .by_default = true},
        il1_schema(), assess_il1);
}

}  // namespace lethe::loss
