// Linkage under noise that the intruder knows of.
//
// Where y = x + e with normal noise e of covariance S, the likelihood that record y of the release
// masks the known record x is largest where (y - x)' S^-1 (y - x) is least. The intruder is told
// the type of the noise and its share of the deviations, and estimates the rest of S from the
// release: with C the covariances of the release freed of the noise
// (algo/statistics/noise_moments), uncorrelated noise has S = diag(share_j^2 C_jj), correlated
// noise S_ij = share_i share_j C_ij. Noise upon noise adds up. Noise that was transformed to keep
// the covariances counts as correlated: the linear map shrinks record and noise alike.
//
// Values that were rounded to u after the noise are off by another u / sqrt(12), which counts where
// the noise is small beside u; by the record.
//
// No link has to be known for this, unlike the Mahalanobis distance of distance-linkage, which
// takes S from the true pairs.
#include <algorithm>
#include <cmath>
#include <utility>

#include "lethe/algo/statistics/noise_moments.h"
#include "lethe/method/known_noise.h"
#include "lethe/method/recorded_steps.h"
#include "lethe/table/attack/linkage/linkage_space.h"
#include "lethe/table/attack/linkage/links.h"
#include "lethe/table/attack/linkage/open_records.h"

namespace lethe::attack {
namespace {

struct NoiseLinkageParams : NoiseParams {
    bool links = false;
};

Schema<NoiseLinkageParams> noise_linkage_schema() {
    return with_noise_params(Schema<NoiseLinkageParams>())
        .field("links", &NoiseLinkageParams::links, "list every link in the private results");
}

// The covariance of all noise together, estimated from the release.
Eigen::MatrixXd noise_covariance(Eigen::MatrixXd released, const KnownNoise& noise) {
    const Eigen::MatrixXd original = without_noise(released, noise.added);
    Eigen::MatrixXd result = released - original;
    // Of noise that was transformed, 1 part in 1 + share^2 is the record's and the rest noise.
    for (const NoiseModel& model : noise.restored) {
        result += original - without_noise(original, std::span(&model, 1));
    }
    return result;
}

// The variance of rounding, in columns that have noise.
void add_rounding(const AssessInput& input, Eigen::MatrixXd& noise) {
    for (std::size_t j = 0; j < input.columns.size(); ++j) {
        const auto at = static_cast<Eigen::Index>(j);
        const NumberDomain domain = recorded_domain(input.record, input.columns[j]);
        const double square = domain.step > 0   ? domain.step * domain.step
                              : domain.decimals ? std::pow(10.0, -2 * *domain.decimals)
                                                : 0;
        if (square > 0 && noise(at, at) > 0) noise(at, at) += square / 12;
    }
}

Measurement assess_noise_linkage(const AssessInput& input, const NoiseLinkageParams& params) {
    const NumericColumns columns = numeric_columns(input);
    const KnownNoise noise = known_noise(input, params);
    Measurement result;
    const std::vector<std::int64_t> rows = attacked_rows(input);
    std::vector<Nearest> nearest(rows.size());
    std::vector<Nearest> plain(rows.size());
    if (!nobody_to_link(input, rows, result.warnings)) {
        const std::vector<std::int64_t> matches = matches_of(input, rows);
        const Moments moments(input.context, columns.masked, 2);
        Eigen::MatrixXd covariance = noise_covariance(covariances(moments), noise);
        add_rounding(input, covariance);
        const LinkageSpace space = noise_space(input, covariance, rows);
        nearest = nearest_open(input, space.held, space.released, matches);
        result.warnings = space.warnings;
        const LinkageSpace known_nothing = linkage_space(input, Distance::standardised, rows);
        plain = nearest_open(input, known_nothing.held, known_nothing.released, matches);
    }
    result.value = right_links(nearest).describe(result.details);
    result.details["candidates"] = OpenRecords(input).size();
    Json without;
    result.details["distance_linkage"] = right_links(plain).describe(without);
    result.details["columns"] = input.columns;
    if (params.links) result.private_details["links"] = link_lists(rows, nearest);
    result.warnings.insert(result.warnings.end(), noise.warnings.begin(), noise.warnings.end());
    return result;
}

}  // namespace

Method noise_linkage() {
    return make_attack(
        MethodInfo{
            .name = "noise-linkage",
            .title = "Linkage under known noise",
            .summary = "Links each known record to the one that the known noise makes likeliest.",
            .description =
                "The intruder knows that noise was added, of which type and how much: from the "
                "release record, or as parameters. How it is spread over the columns follows from "
                "that and the release, and each known record is linked to the record of the "
                "release that the noise most likely made of it: the nearest one where differences "
                "count the more, the less the noise explains them. The value is the percentage "
                "that finds its own record, a guess among equally near ones counting as its "
                "chance. Against correlated noise, or another p for each column, this is far "
                "stronger than plain distance (`distance_linkage`); for uncorrelated noise of one "
                "p the two agree. No link has to be known, unlike for the Mahalanobis distance of "
                "distance-linkage. Use it on every release to which noise was added. Columns "
                "without noise are matched exactly.",
            .kinds = {Kind::numeric},
            .missing = Missing::mean,
            .properties = {Property::row_order_independent, Property::transparent},
            .cites = {"torra2015transparency", "kim1986method", "torra2006using"},
            .example = {{"p", 10}, {"type", "correlated"}},
            .in_words = "The intruder knows what kind of noise was added and how much, and pairs "
                        "each person with the record that the noise most likely made of theirs.",
            .scale = Scale::people,
            .details = {{"distance_linkage", "", true, "", true}},
            .finds_people = true,
            .knows = "how much noise was added (the release record)",
            .called_by =
                [](const std::vector<RecordedStep>& steps) {
                    return std::any_of(steps.begin(), steps.end(), [](const RecordedStep& step) {
                        return step.effect() == Effect::noise;
                    });
                }},
        noise_linkage_schema(), assess_noise_linkage);
}

}  // namespace lethe::attack
