// SSE: the share of the total variation that masking removed, as microaggregation measures it.
#include <fmt/format.h>

#include <cmath>

#include "lethe/algo/statistics/moments.h"
#include "lethe/core/exact_sum.h"
#include "lethe/core/parallel.h"
#include "lethe/method/comparison.h"
#include "lethe/method/figures.h"

namespace lethe::loss {
namespace {

enum class ErrorScaling { zscore, none };

struct SseParams {
    ErrorScaling scaling = ErrorScaling::zscore;
};

Schema<SseParams> sse_schema() {
    return Schema<SseParams>().choice(
        "scaling", &SseParams::scaling,
        "make columns comparable by the original's mean and deviation, or take them as they are",
        {{"zscore", ErrorScaling::zscore}, {"none", ErrorScaling::none}});
}

struct NumberSquares {
    ExactSum error;    // (original - masked)^2
    ExactSum between;  // (masked - mean)^2
    ExactSum within;   // (original - mean)^2

    void add(const NumberSquares& other) {
        error.add(other.error);
        between.add(other.between);
        within.add(other.within);
    }
};

// The original without the cells that the masked table lacks.
ColumnPtr complete(const Column& original, const Column& masked) {
    Validity validity(original.size());
    for (std::int64_t row = 0; row < original.size(); ++row) {
        if (!original.valid(row) || !masked.valid(row)) validity.set_missing(row);
    }
    const auto numbers = original.numbers();
    return Column::numeric(original.name(), {numbers.begin(), numbers.end()}, validity);
}

NumberSquares number_squares(const Context& context, const Column& original, const Column& masked,
                             double mean, double deviation) {
    const auto x = original.numbers();
    const auto y = masked.numbers();
    return parallel_reduce(
        context, original.size(), NumberSquares{},
        [&](std::int64_t begin, std::int64_t end) {
            NumberSquares part;
            for (std::int64_t row = begin; row < end; ++row) {
                if (!original.valid(row)) continue;
                const auto i = static_cast<std::size_t>(row);
                const double error = (x[i] - y[i]) / deviation;
                const double between = (y[i] - mean) / deviation;
                const double within = (x[i] - mean) / deviation;
                part.error.add(error * error);
                part.between.add(between * between);
                part.within.add(within * within);
            }
            return part;
        },
        [](NumberSquares& total, const NumberSquares& part) { total.add(part); });
}

Measurement assess_sse(const AssessInput& input, const SseParams& params) {
    const NumericColumns columns = numeric_columns(input);
    Measurement result;
    NumberSquares all;
    std::int64_t missing = 0;
    for (std::size_t j = 0; j < columns.masked.size(); ++j) {
        const Column& masked = *columns.masked[j];
        const ColumnPtr original = complete(*columns.aligned[j], masked);
        missing += original->missing();
        bounded_stats(input.context, masked);  // refuses numbers whose squares overflow
        const ColumnStats stats = bounded_stats(input.context, *original);
        double deviation = 1;
        if (params.scaling == ErrorScaling::zscore) {
            if (stats.variance == 0) {
                result.warnings.push_back("column \"" + masked.name() +
                                          "\" is constant in the original and was left out");
                continue;
            }
            deviation = stats.deviation();
        }
        all.add(number_squares(input.context, *original, masked, stats.mean, deviation));
    }
    const double sse = all.error.value();
    const double sst = all.within.value();
    if (sst == 0) {
        result.warnings.push_back(
            "the original does not vary: the loss is 0 if nothing changed and 100 otherwise");
    }
    result.value = sst > 0 ? 100 * sse / sst : (sse > 0 ? 100 : 0);
    result.details["sse"] = sse;
    result.details["ssa"] = all.between.value();
    result.about_original["sst"] = sst;
    result.about_original["sst_minus_sse"] = sst - sse;
    result.details["missing"] = missing;
    return result;
}

}  // namespace

Method sse() {
    return make_loss(
        MethodInfo{
            .name = "sse",
            .title = "Squared error (SSE/SST)",
            .summary = "Squared distance of masked from original records, in percent of the total.",
            .description =
                "SSE is the sum of squared distances between each record and its masked version, "
                "SST the same to the mean of the original; the value is 100 SSE / SST. It is the "
                "measure that microaggregation minimises: 0 when nothing changed, 100 when every "
                "record became the mean; noise can exceed 100. Columns are standardised by the "
                "original's mean and deviation (`scaling` = zscore) so that no unit dominates; "
                "`none` takes them as they are. `ssa` is the spread of the masked records around "
                "the original's mean; it equals SST - SSE only when masking replaces groups by "
                "their means, so both are reported.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent},
            .cites = {"domingo2002practical", "abril2014privacy"},
            .example = {{"scaling", "zscore"}},
            .in_words = "The share of the variation between people that was lost when their values "
                        "were replaced, 0 % when nothing changed and 100 % when all became equal.",
            .scale = Scale::spread,
            .reading =
                [](const Json&, double value, std::optional<std::int64_t>) {
                    return fmt::format("{} of the variation between people is gone.",
                                       figures::percent_text(value));
                },
            .by_default = true},
        sse_schema(), assess_sse);
}

}  // namespace lethe::loss
