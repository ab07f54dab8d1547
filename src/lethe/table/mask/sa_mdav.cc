// Semantic adaptive microaggregation: groups of at least k records in which all copies of a record
// stay together, each shown as its group's semantic centre.
#include "lethe/algo/partition/sa_mdav.h"

#include "lethe/method/ladder.h"
#include "lethe/method/tuple_params.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

struct SaMdavParams : MeasureParams, CentreParams, WeightingParams {
    std::int64_t k = 5;
    bool moving_centre = true;
};

Schema<SaMdavParams> sa_mdav_schema() {
    return with_centre(with_weighting(with_measure_params(
        Schema<SaMdavParams>()
            .field("k", &SaMdavParams::k, "smallest group of records", at_least(2))
            .field("moving_centre", &SaMdavParams::moving_centre,
                   "a growing group takes what is nearest to its centre as it moves; otherwise to "
                   "the record it began with"))));
}

MaskOutput apply_sa_mdav(const MaskInput& input, const SaMdavParams& params) {
    if (input.table.rows() == 0) return {};
    const TupleSpace space(input.context, input.table, input.columns,
                           {.measure = params.options()});
    const CentreOptions centre{params.centre, {}};
    const Clusters groups = lethe::sa_mdav(
        input.context, space, {params.k, params.weighting, params.moving_centre, centre});
    return publish_centres(input, space, groups_of_rows(space, groups), centre, params.k);
}

void check_sa_mdav(const Table& table, std::span<const std::string>, const SaMdavParams& params,
                   const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method sa_mdav() {
    return make_mask(
        MethodInfo{
            .name = "sa-mdav",
            .title = "Semantic adaptive microaggregation (SA-MDAV)",
            .summary = "Groups at least k records of like meaning, copies together, and shows each "
                       "as its group's centre.",
            .description =
                "Microaggregation for concepts, whose records repeat: all copies of a record go "
                "into the same group, so that a record that k people share stays as it is, and "
                "groups have at least k records and as many as it takes. The centre of a group is, "
                "column by column, the concept of the taxonomy with the least sum of distances to "
                "its values: a value, or one that subsumes some of them (numbers: the mean). Use "
                "it for quasi-identifiers with a taxonomy when their meaning must survive; for "
                "columns of numbers alone `mdav` loses less. The result is k-anonymous. With the "
                "defaults distances decide alone; `weighting` = frequency is the published "
                "method, which multiplies them by the number of copies and loses more. Beware: "
                "confidential values that are equal within a group are disclosed; see "
                "`l-diversity` and `t-closeness`. A missing value is a value of its own, far from "
                "all others. Columns without a taxonomy compare as equal or not, or by steps.",
            .kinds = {Kind::semantic, Kind::nominal, Kind::ordinal, Kind::numeric},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::row_order_independent,
                           Property::pairwise, Property::makes_missing},
            .cites = {"martinez2012semantic", "martinez2012ontology"},
            .example = {{"k", 3}},
            .needs_meaning = true,
            .ladder = varied("k", {3, 5, 10, 20}),
            .ladder_turn = 15},
        sa_mdav_schema(), apply_sa_mdav, check_sa_mdav);
}

}  // namespace lethe::mask
