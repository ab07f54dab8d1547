// Rank swapping p-buckets: the partner comes from the own bucket of ranks or, ever less likely,
// from a higher one, however far.
#include <map>
#include <string>

#include "lethe/algo/statistics/unbounded_swap.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/swapping.h"

namespace lethe::mask {
namespace {

struct RankSwappingBucketsParams {
    std::int64_t buckets = 10;
    std::map<std::string, std::int64_t> buckets_by_column;
};

Schema<RankSwappingBucketsParams> rank_swapping_buckets_schema() {
    return Schema<RankSwappingBucketsParams>()
        .field("buckets", &RankSwappingBucketsParams::buckets,
               "into how many parts of equal size the ranked values are cut; fewer protect more",
               at_least(1))
        .field("buckets_by_column", &RankSwappingBucketsParams::buckets_by_column,
               "another number of buckets for some columns: column name and number", at_least(1));
}

MaskOutput apply_rank_swapping_buckets(const MaskInput& input,
                                       const RankSwappingBucketsParams& params) {
    return swap_columns(
        input, "buckets",
        [&](const Context& context, const std::string& column, std::int64_t values,
            const Stream& stream) -> RankSwap {
            const std::int64_t buckets =
                for_column(column, params.buckets_by_column, params.buckets);
            return {swap_ranks_in_buckets(context, values, buckets, stream), buckets};
        });
}

void check_rank_swapping_buckets(const Table&, std::span<const std::string> columns,
                                 const RankSwappingBucketsParams& params, const Place& place,
                                 Problems& problems) {
    check_column_names("buckets_by_column", params.buckets_by_column, columns, place, problems);
}

}  // namespace

Method rank_swapping_buckets() {
    return make_mask(
        MethodInfo{
            .name = "rank-swapping-buckets",
            .title = "Rank swapping p-buckets",
            .summary = "Rank swapping in which any value may take the place of any other.",
            .description =
                "Each column is ranked on its own and cut into buckets of equal size. In rank "
                "order, every value that is not yet swapped draws a bucket, its own with a weight "
                "of 1/2, the next with 1/4, then 1/8 and so on, and is exchanged with a random "
                "value there that is not yet swapped. Most values stay near, as in rank swapping, "
                "but none is bound to: whoever knows the method and its parameter can exclude no "
                "record with certainty, so that the intersection attack on rank swapping gains "
                "nothing. A column keeps exactly its values. Use it instead of rank swapping when "
                "the method is published, which is good practice. Beware: correlations suffer "
                "more than from rank swapping with a window of the same typical size, and near "
                "values are still likely ones, so that distance-based linkage works as before. "
                "Missing values stay missing and do not take part.",
            .kinds = {Kind::numeric, Kind::ordinal},
            .missing = Missing::kept,
            .properties = {Property::random, Property::keeps_marginals, Property::keeps_means},
            .cites = {"nin2008rethinking", "torra2015transparency"},
            .example = {{"buckets", 10}},
            .effect = Effect::bucket_swap},
        rank_swapping_buckets_schema(), apply_rank_swapping_buckets, check_rank_swapping_buckets);
}

}  // namespace lethe::mask
