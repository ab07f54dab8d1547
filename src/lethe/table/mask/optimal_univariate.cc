// Optimal univariate microaggregation: each column in the groups that lose least.
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/univariate.h"

namespace lethe::mask {
namespace {

MaskOutput apply_optimal_univariate(const MaskInput& input, const UnivariateParams& params) {
    UnivariateParams optimal = params;
    optimal.variant = Grouping::optimal;
    return microaggregate_columns(input, optimal);
}

}  // namespace

Method optimal_univariate() {
    return make_mask(
        MethodInfo{
            .name = "optimal-univariate",
            .title = "Optimal univariate microaggregation",
            .summary = "Microaggregates each column in the groups of at least k that lose least.",
            .description =
                "Each column is sorted and cut into groups of k to 2k - 1 consecutive values such "
                "that the sum of squared differences from the group means is the least possible; "
                "every value becomes its group's mean. It is exact, and loses less than fixed "
                "groups of k where values come in clumps. Use it for a single column, such as a "
                "confidential amount that must not be shown exactly. Beware: with several columns "
                "it is individual ranking, which is not k-anonymous as a whole. Missing values "
                "stay missing and do not take part.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::keeps_means},
            .cites = {"hansen2003polynomial", "domingo2002practical"},
            .example = {{"k", 3}},
            .ladder = varied("k", {5, 20}),
            .ladder_turn = 3,
            .effect = Effect::clusters},
        univariate_schema(), apply_optimal_univariate, check_univariate);
}

}  // namespace lethe::mask
