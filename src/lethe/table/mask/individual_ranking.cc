// Individual ranking: each column is microaggregated on its own.
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/univariate.h"

namespace lethe::mask {

Method individual_ranking() {
    return make_mask(
        MethodInfo{
            .name = "individual-ranking",
            .title = "Individual ranking",
            .summary = "Microaggregates each column on its own: k near values share their mean.",
            .description =
                "Each column is sorted and cut into groups of k consecutive values (the last group "
                "takes the remainder); every value becomes its group's mean. The variant mdav "
                "forms the groups by MDAV on the single column, the variant optimal by the least "
                "sum of squares. Very little is lost, ranks and correlations hardly change, and "
                "column means are kept. Beware: it is not k-anonymous. Records keep nearly unique "
                "combinations and are easily linked; use it where utility matters most and another "
                "method carries the protection. Missing values stay missing and do not take part.",
            .kinds = {Kind::numeric},
            .missing = Missing::kept,
            .properties = {Property::keeps_means},
            .cites = {"defays1993panels", "domingo2002practical", "abril2014privacy"},
            .example = {{"k", 3}},
            .ladder = varied("k", {5, 10, 20, 50}),
            .ladder_turn = 2,
            .first_numbers = {2, varied("k", {5, 10, 20, 50, 100})},
            .effect = Effect::clusters},
        univariate_schema().choice("variant", &UnivariateParams::variant, "how groups are formed",
                                   {{"sorted", Grouping::sorted},
                                    {"mdav", Grouping::mdav},
                                    {"optimal", Grouping::optimal}}),
        microaggregate_columns, check_univariate);
}

}  // namespace lethe::mask
