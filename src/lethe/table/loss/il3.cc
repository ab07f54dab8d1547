// IL3: how far the covariances moved.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

Measurement assess_il3(const AssessInput& input, const NoParams&) {
    const MomentPair moments = moments_of(input, 2);
    return measured(input, covariance_loss(moments.original, moments.masked));
}

}  // namespace

Method il3() {
    return make_loss(
        MethodInfo{
            .name = "il3",
            .title = "Loss of covariances (IL3)",
            .summary = "Mean relative difference between the covariance matrices.",
            .description =
                "The mean of |original - masked| / |original| over the covariances of all "
                "pairs of columns, the variances included, in percent. Use it when the "
                "masked data will feed regressions or other models of joint behaviour. A "
                "pair of columns that hardly covary in the original can dominate the figure; "
                "covariances of 0 are skipped. Missing values: each pair uses the rows where "
                "both columns are there.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .in_words = "How far the covariances of pairs of columns moved, relative to what they "
                        "were, on average.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a covariance moved by {}.",
                                       figures::percent_text(value));
                },
            .part_of = "il",
            .short_title = "covariances (IL3)",
            .by_default = true},
        Schema<NoParams>(), assess_il3);
}

}  // namespace lethe::loss
