// Microaggregation along the sum of z-scores.
#include <vector>

#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/space/numeric.h"
#include "lethe/table/mask/parts/univariate.h"

namespace lethe::mask {
namespace {

MaskOutput apply_zscore_projection(const MaskInput& input, const ScoreParams& params) {
    const NumericSpace space =
        numeric_space(input.context, input.table, input.columns, Scaling::zscore);
    return microaggregate_along(input, space, std::vector<double>(input.columns.size(), 1.0),
                                params);
}

}  // namespace

Method zscore_projection() {
    return make_mask(
        MethodInfo{
            .name = "zscore-projection",
            .title = "Microaggregation along the sum of z-scores",
            .summary = "Sorts records by the sum of their z-scores and averages k at a time.",
            .description =
                "Columns are standardised and added up to one score a record; records are sorted "
                "by "
                "it and cut into groups of k (the last group takes the remainder), and every value "
                "becomes its group's mean. The result is k-anonymous on the masked columns and "
                "keeps column means. It is fast, and good when all columns rise and fall together. "
                "Beware: otherwise records with the same sum may be far apart, and MDAV loses much "
                "less. A missing value stands in as the "
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
            .ladder_turn = 4,
            .first_numbers = {7, varied("k", {3, 10})},
            .effect = Effect::clusters},
        score_schema(), apply_zscore_projection, check_score);
}

}  // namespace lethe::mask
