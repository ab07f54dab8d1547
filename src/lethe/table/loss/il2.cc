// IL2: how far the means moved.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

Measurement assess_il2(const AssessInput& input, const NoParams&) {
    const MomentPair moments = moments_of(input, 2);
    const auto columns = mean_losses(moments.original, moments.masked);
    return measured(input, total(columns), columns);
}

}  // namespace

Method il2() {
    return make_loss(
        MethodInfo{
            .name = "il2",
            .title = "Loss of means (IL2)",
            .summary = "Mean relative difference between the columns' means.",
            .description =
                "The mean over the columns of |mean of the original - mean of the masked| / "
                "|mean of the original|, in percent. Use it when totals and averages will "
                "be published from the masked data. Microaggregation and rank swapping keep "
                "means, so 0 says nothing about other losses. A column whose mean is 0 is "
                "skipped; one whose mean is nearly 0 dominates.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .in_words = "How far the columns' means moved, relative to what they were, on average.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a mean moved by {}.",
                                       figures::percent_text(value));
                },
            .details = {{"columns", "moved by", true, "column"}},
            .part_of = "il",
            .short_title = "means (IL2)",
            .by_default = true},
        Schema<NoParams>(), assess_il2);
}

}  // namespace lethe::loss
