// Semantic resampling: the records are dealt into k sorted samples, and each is shown as the centre
// of the records of its rank.
#include "lethe/algo/statistics/semantic_resampling.h"

#include "lethe/method/ladder.h"
#include "lethe/method/tuple_params.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

struct SemanticResamplingParams : MeasureParams, CentreParams, WeightingParams {
    std::int64_t k = 5;
    bool one_reference = true;
};

Schema<SemanticResamplingParams> semantic_resampling_schema() {
    return with_centre(with_weighting(with_measure_params(
        Schema<SemanticResamplingParams>()
            .field("k", &SemanticResamplingParams::k,
                   "number of samples, and smallest group of records", at_least(2))
            .field("one_reference", &SemanticResamplingParams::one_reference,
                   "all samples are sorted from the same record; otherwise each from its own most "
                   "extreme one, as published"))));
}

MaskOutput apply_semantic_resampling(const MaskInput& input,
                                     const SemanticResamplingParams& params) {
    if (input.table.rows() == 0) return {};
    const TupleSpace space(input.context, input.table, input.columns,
                           {.measure = params.options()});
    const CentreOptions centre{params.centre, {}};
    const Clusters groups = lethe::semantic_resampling(
        input.context, space, {params.k, params.weighting, params.one_reference, centre},
        input.random.stream("samples"));
    return publish_centres(input, space, groups_of_rows_from_records(space, groups), centre,
                           params.k);
}

void check_semantic_resampling(const Table& table, std::span<const std::string>,
                               const SemanticResamplingParams& params, const Place& place,
                               Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method semantic_resampling() {
    return make_mask(
        MethodInfo{
            .name = "semantic-resampling",
            .title = "Semantic k-anonymous resampling",
            .summary = "Deals the records into k samples, sorts each by meaning and averages the "
                       "records of equal rank.",
            .description =
                "Draws k samples without replacement, puts each into semantic order (by distance "
                "from the most extreme record) and replaces the records of equal rank by their "
                "centre. The result is k-anonymous, and takes little more than a sort, so use it "
                "where a table is too large for `sa-mdav` and `semantic-recoding`; it loses more "
                "than they do. With `one_reference` all samples are sorted from the same record; "
                "without it, as published, two samples may run in opposite directions, and the "
                "loss varies widely. A missing value is a value of its own, far from all others. "
                "Columns without a taxonomy compare as equal or not, or by steps.",
            .kinds = {Kind::semantic, Kind::nominal, Kind::ordinal, Kind::numeric},
            .missing = Missing::own_category,
            .properties = {Property::random, Property::k_anonymous, Property::makes_missing},
            .cites = {"martinez2012towards", "martinez2012ontology"},
            .example = {{"k", 3}},
            .needs_meaning = true,
            .ladder = varied("k", {5, 20}),
            .ladder_turn = 17},
        semantic_resampling_schema(), apply_semantic_resampling, check_semantic_resampling);
}

}  // namespace lethe::mask
