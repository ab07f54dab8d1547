// IL5: how far the correlations moved.
#include <fmt/format.h>

#include "lethe/method/figures.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

Measurement assess_il5(const AssessInput& input, const NoParams&) {
    const MomentPair moments = moments_of(input, 2);
    return measured(input, correlation_loss(moments.original, moments.masked));
}

}  // namespace

Method il5() {
    return make_loss(
        MethodInfo{
            .name = "il5",
            .title = "Loss of correlations (IL5)",
            .summary = "Mean relative difference between the correlation matrices.",
            .description =
                "The mean of |original - masked| / |original| over the correlations of all "
                "pairs of different columns, in percent. Use it when relations between "
                "columns matter more than single values. Weak correlations have small "
                "denominators and can dominate; those of 0 are skipped. A masked column "
                "that became constant has lost its correlations, which then count as 0. One "
                "column alone has none.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "abril2014privacy"},
            .in_words =
                "How far the correlations between columns moved, relative to what they were, on "
                "average. What was learnt about how columns hang together depends on these.",
            .scale = Scale::loss,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("On average a correlation moved by {}.",
                                       figures::percent_text(value));
                },
            .part_of = "il",
            .short_title = "correlations (IL5)",
            .by_default = true},
        Schema<NoParams>(), assess_il5);
}

}  // namespace lethe::loss
