// k-Ward microaggregation: Ward's hierarchical clustering with groups of at least k records, each
// shown as its group's centre.
#include "lethe/algo/partition/k_ward.h"

#include "lethe/method/step_words.h"
#include "lethe/method/tuple_params.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/publish_tuples.h"

namespace lethe::mask {
namespace {

struct KWardParams : MeasureParams, CentreParams {
    std::int64_t k = 5;
};

Schema<KWardParams> k_ward_schema() {
    return with_centre(with_measure_params(Schema<KWardParams>().field(
        "k", &KWardParams::k, "smallest group of records", at_least(2))));
}

MaskOutput apply_k_ward(const MaskInput& input, const KWardParams& params) {
    if (input.table.rows() == 0) return {};
    const TupleSpace space(input.context, input.table, input.columns,
                           {.measure = params.options(), .squared = true});
    std::vector<TupleSpace::Point> points;
    for (std::int32_t t = 0; t < space.tuples(); ++t) points.push_back(space.tuple_point(t));
    const Clusters groups =
        lethe::k_ward(input.context, space.rows(), params.k, [&](std::int64_t a, std::int64_t b) {
            const std::int32_t other = space.tuple_of(b);
            return space.tuple_of(a) == other
                       ? std::int64_t{0}
                       : space.parts(points[static_cast<std::size_t>(space.tuple_of(a))], other);
        });
    const CentreOptions centre{params.centre, {}};
    return publish_centres(input, space, groups_of_rows_from_records(space, groups), centre,
                           params.k);
}

void check_k_ward(const Table& table, std::span<const std::string>, const KWardParams& params,
                  const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method k_ward() {
    return make_mask(
        MethodInfo{
            .name = "k-ward",
            .title = "Microaggregation by Ward's method (k-Ward)",
            .summary = "Joins the records by Ward's method until every group has k, and shows each "
                       "as its group's centre.",
            .description =
                "The two records that are farthest apart gather the k - 1 nearest each; then the "
                "two groups whose union adds least to the sum of squares are joined, but never two "
                "that have k records already, until every group has k. Groups with 2k or more are "
                "parted again the same way, so that all have k to 2k - 1 records. The sum of "
                "squares is what `mdav` keeps small too; k-Ward looks at all groups at once "
                "instead of gathering around the farthest record, and takes the square of the "
                "records in time and memory: at most 10,000 records, of larger tables use it "
                "`inside` clustered or stratified. Records are compared by the mean of squared "
                "distances over the columns: numbers standardised, concepts of a taxonomy by "
                "`measure`, ordered categories by steps, others as equal or not. The `centre` of a "
                "group is the mean of numbers and the concept nearest to all of its values. The "
                "result is k-anonymous. Beware: confidential values that are equal within a group "
                "are disclosed. A missing value is a value of its own, far from all others.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::row_order_independent,
                           Property::pairwise, Property::makes_missing},
            .cites = {"domingo2002practical", "martinez2012ontology"},
            .example = {{"k", 3}},
            .step_words = grouping_words},
        k_ward_schema(), apply_k_ward, check_k_ward);
}

}  // namespace lethe::mask
