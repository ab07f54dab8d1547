// IL: the mean of IL1 to IL5.
#include <fmt/format.h>

#include <array>

#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

struct IlParams {
    Zero zero = Zero::skip;
};

Schema<IlParams> il_schema() {
    return Schema<IlParams>().choice(
        "zero", &IlParams::zero,
        "zeros among the values of IL1: skip those cells, or divide by the deviation instead",
        {{"skip", Zero::skip}, {"scaled", Zero::scaled}});
}

Measurement assess_il(const AssessInput& input, const IlParams& params) {
    const NumericColumns columns = numeric_columns(input);
    const Moments original(input.context, columns.original, 2);
    const Moments masked(input.context, columns.masked, 2);
    const std::array<RelativeLoss, 5> parts{
        total(value_losses(input.context, columns, params.zero)),
        total(mean_losses(original, masked)), covariance_loss(original, masked),
        total(variance_losses(original, masked)), correlation_loss(original, masked)};

    Measurement result;
    double sum = 0;
    int defined = 0;
    Json skipped = Json::object();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string name = fmt::format("il{}", i + 1);
        const bool is_defined = parts[i].cells > 0;
        result.details[name] = is_defined ? finite_or_null(parts[i].percent()) : Json(nullptr);
        skipped[name] = parts[i].skipped;
        if (is_defined) {
            sum += parts[i].percent();
            ++defined;
        } else {
            result.warnings.push_back(
                fmt::format("IL{} has nothing to compare and is left out of the mean", i + 1));
        }
        if (parts[i].skipped > 0) {
            result.warnings.push_back(
                fmt::format("IL{}: {} of {} cells have a zero in the original "
                            "and were skipped",
                            i + 1, parts[i].skipped, parts[i].skipped + parts[i].cells));
        }
    }
    result.details["skipped"] = std::move(skipped);
    result.details["missing"] = parts[0].missing;
    result.value = defined > 0 ? sum / defined : 0;
    return result;
}

}  // namespace

Method il() {
    return make_loss(
        MethodInfo{
            .name = "il",
            .title = "Information loss (IL)",
            .summary = "Mean of the five relative losses IL1 to IL5.",
            .description =
                "The mean of the relative differences of values (IL1), means (IL2), "
                "covariances (IL3), variances (IL4) and correlations (IL5), in percent: the "
                "loss half of the classical score of masking methods. Use it to rank methods "
                "on one table. It has no upper limit and small denominators can inflate it, "
                "so compare figures of the same table and columns only, and look at the "
                "five parts; `pil` is the bounded alternative. A part with nothing to "
                "compare (correlations of one column) is left out of the mean, with a "
                "warning.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2001quantitative", "yancey2002disclosure", "abril2014privacy"},
            .example = {{"zero", "skip"}},
            .in_words = "The average of five relative changes: of single values, means, "
                        "covariances, variances and correlations. It has no upper end: a few "
                        "values near zero can push it beyond 100 %.",
            .scale = Scale::loss,
            .details = {{"il1", "single values (IL1)", true},
                        {"il2", "means (IL2)", true},
                        {"il3", "covariances (IL3)", true},
                        {"il4", "variances (IL4)", true},
                        {"il5", "correlations (IL5)", true}},
            .parts = {"The parts of the information loss", "moved by"},
            .purposes = {Purpose::loss_of_numbers},
            .by_default = true},
        il_schema(), assess_il);
}

}  // namespace lethe::loss
