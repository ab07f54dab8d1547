// IL4: how far the variances moved.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

Measurement assess_il4(const AssessInput& input, const NoParams&) {
    const MomentPair moments = moments_of(input, 2);
    const auto columns = variance_losses(moments.original, moments.masked);
    return measured(input, total(columns), columns);
}

}  // namespace

Method il4() {
    return make_loss(
        MethodInfo{
            .name = "il4",
            .title = "Loss of variances (IL4)",
            .summary = "Mean relative difference between the columns' variances.",
            .description =
                "The mean over the columns of |variance of the original - variance of the "
                "masked| / variance of the original, in percent. Use it when spreads, "
                "standard errors or confidence intervals matter: averaging methods shrink "
                "variances, noise swells them. A column that is constant in the original is "
                "skipped. Shares its figures with the diagonal of IL3.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .in_words =
                "How far the columns' variances moved, relative to what they were, on average.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a variance moved by {}.",
                                       figures::percent_text(value));
                },
            .details = {{"columns", "moved by", true, "column"}},
            .part_of = "il",
            .short_title = "variances (IL4)",
            .by_default = true},
        Schema<NoParams>(), assess_il4);
}

}  // namespace lethe::loss
