// Microaggregation along the first principal component of the standardised columns.
#include <span>

#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/correlations.h"
#include "lethe/table/mask/parts/univariate.h"

namespace lethe::mask {
namespace {

MaskOutput apply_pca_projection(const MaskInput& input, const ScoreParams& params) {
    const NumericSpace space =
        numeric_space(input.context, input.table, input.columns, Scaling::zscore);
    const Eigen::VectorXd loadings = first_component(correlations(input.context, space));
    return microaggregate_along(input, space, std::span(loadings.data(), input.columns.size()),
                                params);
}

}  // namespace

Method pca_projection() {
    return make_mask(
        MethodInfo{
            .name = "pca-projection",
            .title = "Microaggregation along the first principal component",
            .summary = "Sorts records by the first principal component and averages k at a time.",
            .description =
                "The first principal component of the standardised columns gives each record a "
                "score; records are sorted by it and cut into groups of k (the last group takes "
                "the remainder), and every value becomes its group's mean. The result is "
                "k-anonymous on the masked columns and keeps column means. It is fast, and good "
                "when one component explains most of the variance. Beware: with weakly correlated "
                "columns a group mixes unlike records, and MDAV loses much less. A missing value "
                "stands in as the "
                "mean; by `missing` = own a group shows its mean to all of its records where more "
                "than half of them have a value, and nothing otherwise; by any it stays missing, "
                "and the pattern of missing values can tell records apart.",
            .kinds = {Kind::numeric},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::k_matching, Property::keeps_means,
                           Property::makes_missing},
            .cites = {"domingo2002practical", "domingo2001quantitative"},
            .example = {{"k", 3}},
            .ladder = varied("k", {3, 10}),
            .ladder_turn = 5,
            .first_numbers = {6, varied("k", {3, 10})},
            .effect = Effect::clusters},
        score_schema(), apply_pca_projection, check_score);
}

}  // namespace lethe::mask
