// Means, variances and correlations of both tables, side by side.
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

Json side_by_side(double original, double masked) {
    return {{"original", finite_or_null(original)}, {"masked", finite_or_null(masked)}};
}

Json correlation_rows(const AssessInput& input, const MomentPair& moments) {
    const auto text = [](std::optional<double> value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json rows = Json::array();
    for (std::size_t j = 0; j < moments.original.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            rows.push_back({{"columns", {input.columns[i], input.columns[j]}},
                            {"original", text(moments.original.pair(i, j).correlation())},
                            {"masked", text(moments.masked.pair(i, j).correlation())}});
        }
    }
    return rows;
}

Measurement assess_statistics(const AssessInput& input, const NoParams&) {
    const MomentPair moments = moments_of(input, 2);
    const RelativeLoss means = total(mean_losses(moments.original, moments.masked));
    const RelativeLoss variances = total(variance_losses(moments.original, moments.masked));
    RelativeLoss all = correlation_loss(moments.original, moments.masked);
    all.add(means);
    all.add(variances);

    Measurement result = measured(input, all);
    result.details.erase("missing");
    Json mean_table = Json::object();
    Json variance_table = Json::object();
    Json counts = Json::object();
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const ColumnStats& original = moments.original.column(j);
        const ColumnStats& masked = moments.masked.column(j);
        mean_table[input.columns[j]] = side_by_side(original.mean, masked.mean);
        variance_table[input.columns[j]] = side_by_side(original.variance, masked.variance);
        counts[input.columns[j]] = {{"original", original.count}, {"masked", masked.count}};
    }
    result.about_original["counts"] = std::move(counts);
    result.about_original["means"] = std::move(mean_table);
    result.about_original["variances"] = std::move(variance_table);
    result.about_original["correlations"] = correlation_rows(input, moments);
    return result;
}

}  // namespace

Method statistics() {
    return make_loss(
        MethodInfo{.name = "statistics",
                   .title = "Statistics side by side",
                   .summary = "Means, variances and correlations of the original and the masked.",
                   .description =
                       "Lists the number of values, mean and variance of each column and the "
                       "correlation of each pair, in the original and in the masked table. The "
                       "value is the mean relative difference of all these means, variances and "
                       "correlations, in percent; those that are 0 in the original are skipped. "
                       "Use it to see what an analyst of the masked data would get wrong. The list "
                       "holds exact statistics of the original: publish it only where these may be "
                       "published.",
                   .kinds = {Kind::numeric},
                   .missing = Missing::kept,
                   .properties = {Property::row_order_independent},
                   .cites = {"domingo2001quantitative"},
                   .in_words = "The figures that analysts compute first, from the original and "
                               "from the release, and by how much they differ on average.",
                   .scale = Scale::loss,
                   .always_details = true,
                   .by_default = true},
        Schema<NoParams>(), assess_statistics);
}

}  // namespace lethe::loss
