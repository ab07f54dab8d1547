// Rank swapping p-distribution: how far the partner stands is a normal random number.
#include <cmath>
#include <map>
#include <string>

#include "lethe/algo/statistics/unbounded_swap.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/swapping.h"

namespace lethe::mask {
namespace {

// What half of p is besides the mean. The source does not say.
enum class Spread { deviation, variance };

struct RankSwappingDistributionParams {
    double p = 5;
    std::map<std::string, double> p_by_column;
    Spread spread = Spread::deviation;
};

Schema<RankSwappingDistributionParams> rank_swapping_distribution_schema() {
    return Schema<RankSwappingDistributionParams>()
        .field("p", &RankSwappingDistributionParams::p,
               "twice the mean distance of swapped values: ranks, in percent of the column's "
               "values",
               up_to_100_percent())
        .field("p_by_column", &RankSwappingDistributionParams::p_by_column,
               "another p for some columns: column name and percent", up_to_100_percent())
        .choice("spread", &RankSwappingDistributionParams::spread,
                "whether the mean distance in ranks is also the deviation of the distance, or its "
                "variance",
                {{"deviation", Spread::deviation}, {"variance", Spread::variance}});
}

MaskOutput apply_rank_swapping_distribution(const MaskInput& input,
                                            const RankSwappingDistributionParams& params) {
    return swap_columns(
        input, "mean_ranks",
        [&](const Context& context, const std::string& column, std::int64_t values,
            const Stream& stream) -> RankSwap {
            const double p = for_column(column, params.p_by_column, params.p);
            const double mean = 0.5 * p * static_cast<double>(values) / 100;
            const double deviation = params.spread == Spread::deviation ? mean : std::sqrt(mean);
            return {swap_ranks_at_distance(context, values, mean, deviation, stream), mean};
        });
}

void check_rank_swapping_distribution(const Table&, std::span<const std::string> columns,
                                      const RankSwappingDistributionParams& params,
                                      const Place& place, Problems& problems) {
    check_column_names("p_by_column", params.p_by_column, columns, place, problems);
}

}  // namespace

Method rank_swapping_distribution() {
    return make_mask(
        MethodInfo{
            .name = "rank-swapping-distribution",
            .title = "Rank swapping p-distribution",
            .summary = "Rank swapping over a normally distributed number of ranks, without bound.",
            .description =
                "Each column is ranked on its own; in rank order, every value that is not yet "
                "swapped is exchanged with the one that stands a random number of ranks above it: "
                "normal, with mean and deviation both half of p percent of the values (with "
                "`spread` = variance the deviation is the square root of the mean, and distances "
                "cluster closely around it). Draws that lead nowhere are repeated, up to 32 in "
                "all; then the nearest value above that is not yet swapped is taken. A column "
                "keeps exactly its values. The normal distribution has no end, so that whoever "
                "knows the method and p can exclude no record with certainty: the intersection "
                "attack on rank swapping has nothing to intersect. Use it instead of rank "
                "swapping when the method is published. Beware: with `spread` = variance nearly "
                "all distances are close to the mean, and an intruder who guesses a window is "
                "nearly always right. Missing values stay missing and do not take part.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::kept,
            .properties = {Property::random, Property::keeps_marginals, Property::keeps_means},
            .cites = {"nin2008rethinking", "torra2015transparency"},
            .example = {{"p", 10}},
            .effect = Effect::distance_swap},
        rank_swapping_distribution_schema(), apply_rank_swapping_distribution,
        check_rank_swapping_distribution);
}

}  // namespace lethe::mask
