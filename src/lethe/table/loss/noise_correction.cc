// Moments corrected for known noise, beside the original ones.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lethe/algo/statistics/noise_moments.h"
#include "lethe/method/known_noise.h"
#include "lethe/table/loss/information_loss.h"

namespace lethe::loss {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

double correlation_or_zero(const MatrixXd& covariances, Index i, Index j) {
    const auto found = correlation(covariances, i, j);
    return found ? found->value : 0;
}

// How far means, variances and correlations are from those of the original.
RelativeLoss moment_difference(const Moments& original, const MatrixXd& true_covariances,
                               const Moments& masked, const MatrixXd& covariances) {
    RelativeLoss all = total(mean_losses(original, masked));
    for (Index j = 0; j < covariances.cols(); ++j) {
        all.add(true_covariances(j, j), covariances(j, j), true_covariances(j, j));
        for (Index i = 0; i < j; ++i) {
            const auto truth = correlation(true_covariances, i, j);
            if (truth) all.add(truth->value, correlation_or_zero(covariances, i, j), 1);
        }
    }
    return all;
}

Json pair_rows(const std::vector<std::string>& columns, const MatrixXd& truth,
               const MatrixXd& masked, const MatrixXd& corrected) {
    const auto shown = [](const MatrixXd& covariances, Index i, Index j) {
        const auto found = correlation(covariances, i, j);
        return found ? Json(found->value) : Json(nullptr);
    };
    Json rows = Json::array();
    for (Index j = 0; j < truth.cols(); ++j) {
        for (Index i = 0; i < j; ++i) {
            const auto found = correlation(corrected, i, j);
            rows.push_back(
                {{"columns",
                  {columns[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]}},
                 {"covariance", finite_or_null(corrected(i, j))},
                 {"original", shown(truth, i, j)},
                 {"masked", shown(masked, i, j)},
                 {"corrected", shown(corrected, i, j)},
                 {"cut", found && found->cut}});
        }
    }
    return rows;
}

Measurement assess_noise_correction(const AssessInput& input, const NoiseParams& params) {
    const KnownNoise noise = known_noise(input, params);
    const MomentPair moments = moments_of(input, 2);
    const MatrixXd truth = covariances(moments.original);
    const MatrixXd masked = covariances(moments.masked);
    const MatrixXd corrected = without_noise(masked, noise.added);

    Measurement result =
        measured(input, moment_difference(moments.original, truth, moments.masked, corrected));
    result.details.erase("missing");
    result.details["without_correction"] =
        moment_difference(moments.original, truth, moments.masked, masked).percent();
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const auto i = static_cast<Index>(j);
        const std::string& name = input.columns[j];
        result.about_original["means"][name] = {
            {"original", finite_or_null(moments.original.column(j).mean)},
            {"corrected", finite_or_null(moments.masked.column(j).mean)}};
        result.about_original["variances"][name] = {{"original", finite_or_null(truth(i, i))},
                                                    {"masked", finite_or_null(masked(i, i))},
                                                    {"corrected", finite_or_null(corrected(i, i))}};
    }
    result.about_original["correlations"] = pair_rows(input.columns, truth, masked, corrected);
    std::int64_t cut = 0;
    for (const Json& row : result.about_original["correlations"])
        cut += row["cut"].get<bool>() ? 1 : 0;
    result.details["cut"] = cut;
    if (cut > 0) {
        result.warnings.push_back(
            fmt::format("corrected correlations beyond 1, which were cut to 1 or -1: {}", cut));
    }
    if (noise.added.empty()) {
        result.warnings.push_back(
            "the noise was transformed so that covariances are kept: nothing is corrected");
    }
    result.warnings.insert(result.warnings.end(), noise.warnings.begin(), noise.warnings.end());
    return result;
}

}  // namespace

Method noise_correction() {
    return make_loss(
        MethodInfo{
            .name = "noise-correction",
            .title = "Moments corrected for known noise",
            .summary = "What an analyst who knows how much noise was added gets right after all.",
            .description =
                "Added noise inflates variances and, where it is uncorrelated, weakens "
                "correlations; by how much follows from its type and p, which are published with "
                "the release. This measure undoes it: means stay, variances are divided by 1 + "
                "(p/100)^2, covariances stay (uncorrelated noise) or are divided by 1 + (p/100)^2 "
                "too (correlated noise), and correlations follow. Noise that preserves "
                "covariances needs no correction. The value is the mean relative difference of "
                "the corrected means, variances and correlations from those of the original, in "
                "percent; `without_correction` is the same for an analyst who takes the release "
                "as it is. A correlation that comes out beyond 1 is cut and flagged, which "
                "happens where columns nearly determine each other or the noise is large. Type "
                "and p come from the release record, or as parameters. The lists hold exact "
                "statistics of the original: publish them only where these may be published.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"torra2015transparency", "kim1986method", "tendick1991optimal"},
            .example = {{"p", 10}},
            .in_words = "How far means, variances and correlations are off for an analyst who "
                        "knows how much noise was added and corrects for it.",
            .scale = Scale::loss},
        with_noise_params(Schema<NoiseParams>()), assess_noise_correction);
}

}  // namespace lethe::loss
