// Global median-based k-anonymity: strict Mondrian groups, each shown as its median record.
#include "lethe/algo/partition/mondrian.h"
#include "lethe/method/ladder.h"
#include "lethe/method/measure_params.h"
#include "lethe/method/method.h"
#include "lethe/method/step_words.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/mondrian_axes.h"
#include "lethe/table/mask/parts/publish_groups.h"

namespace lethe::mask {
namespace {

struct GlobalMedianParams : MeasureParams {
    std::int64_t k = 5;
    MondrianOptions::Median cut = MondrianOptions::Median::of_box;
};

Schema<GlobalMedianParams> global_median_schema() {
    const auto own =
        Schema<GlobalMedianParams>()
            .field("k", &GlobalMedianParams::k, "smallest group of records", at_least(2))
            .choice("cut", &GlobalMedianParams::cut,
                    "where a column is cut: at the median of the region that is cut, or always at "
                    "that of all records",
                    {{"region", MondrianOptions::Median::of_box},
                     {"cluster", MondrianOptions::Median::of_all}});
    return with_measure_params(own);
}

MaskOutput apply_global_median(const MaskInput& input, const GlobalMedianParams& params) {
    const MeasureOptions measure = params.options();
    const Clusters groups = lethe::mondrian(input.context, mondrian_axes(input, measure),
                                            {.k = params.k, .median = params.cut});
    return publish_groups(input, groups, Publish::representative, NumberAverage::median, measure);
}

void check_global_median(const Table& table, std::span<const std::string>,
                         const GlobalMedianParams& params, const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method global_median() {
    return make_mask(
        MethodInfo{
            .name = "global-median",
            .title = "Global median-based k-anonymity",
            .summary = "Groups at least k records by strict Mondrian cuts and shows their medians.",
            .description =
                "The groups of a strict Mondrian partition (see mondrian), each record shown as "
                "its group's median: the median of numbers, the lower median of ordinal, the most "
                "frequent of nominal categories. The result is k-anonymous and has only values "
                "that analyses can use as they are. With `cut` = cluster every column is cut at "
                "one place only, the median of all records: at most two sides a column, much "
                "coarser, and the boundaries are the same everywhere. Use it for categories, "
                "inside clusters of similar records (see clustered) to keep more of the "
                "structure. Beware: confidential values that are equal within a group are "
                "disclosed. Records with and without a value are parted first where k allows; "
                "where a group still has both, its values in that column become missing. Columns "
                "with a taxonomy are cut as mondrian cuts them, and shown as the concept with the "
                "least sum of distances to the group's values by `measure`, the centre of "
                "`sa-mdav`.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::row_order_independent,
                           Property::makes_missing},
            .cites = {"mares2013categorical", "lefevre2006mondrian"},
            .example = {{"k", 3}},
            .purposes = {Purpose::median_groups},
            .ladder = varied("k", {3, 5, 10, 20}),
            .ladder_turn = 7,
            .first_categories = {2, varied("k", {2, 3, 5, 10, 20})},
            .step_words = grouping_words},
        global_median_schema(), apply_global_median, check_global_median);
}

}  // namespace lethe::mask
