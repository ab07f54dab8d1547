// Mondrian: boxes of at least k records, cut as finely as k allows, whose records show the same
// values.
#include "lethe/algo/partition/mondrian.h"

#include <fmt/format.h>

#include <optional>

#include "lethe/method/ladder.h"
#include "lethe/method/measure_params.h"
#include "lethe/method/method.h"
#include "lethe/method/step_words.h"
#include "lethe/table/mask/models/group_models.h"
#include "lethe/table/mask/parts/microaggregate.h"
#include "lethe/table/mask/parts/mondrian_axes.h"
#include "lethe/table/mask/parts/publish_groups.h"

namespace lethe::mask {
namespace {

struct MondrianParams : MeasureParams, ModelParams {
    std::int64_t k = 5;
    MondrianOptions::Cut mode = MondrianOptions::Cut::strict;
    Publish publish = Publish::interval;
    NumberAverage average = NumberAverage::mean;
};

Schema<MondrianParams> mondrian_schema() {
    const auto own =
        Schema<MondrianParams>()
            .field("k", &MondrianParams::k, "smallest group of records", at_least(2))
            .choice("mode", &MondrianParams::mode,
                    "whether records with equal values must stay on one side of a cut",
                    {{"strict", MondrianOptions::Cut::strict},
                     {"relaxed", MondrianOptions::Cut::relaxed}})
            .choice("publish", &MondrianParams::publish, "what stands for the values of a group",
                    {{"interval", Publish::interval},
                     {"set", Publish::set},
                     {"representative", Publish::representative}})
            .choice("average", &MondrianParams::average,
                    "of the numbers of a group, for representative",
                    {{"mean", NumberAverage::mean}, {"median", NumberAverage::median}});
    return with_measure_params(with_model_params(own));
}

MaskOutput apply_mondrian(const MaskInput& input, const MondrianParams& params) {
    const MeasureOptions measure = params.options();
    MondrianOptions options{.k = params.k, .cut = params.mode};
    std::optional<GroupModels> models;
    if (!params.models.empty() && input.table.rows() > 0) {
        models.emplace(input.table, params, params.k);
        models->check_reachable();
        options.k = models->minimum_size();
        options.allowed = [&](std::span<const std::int32_t> rows) { return models->hold(rows); };
    }
    const Clusters groups = lethe::mondrian(input.context, mondrian_axes(input, measure), options);
    MaskOutput output = publish_groups(input, groups, params.publish, params.average, measure);
    if (models) output.facts.update(models->facts());
    if (models) models->warn(input.table, output.warnings);
    return output;
}

void check_mondrian(const Table& table, std::span<const std::string> columns,
                    const MondrianParams& params, const Place& place, Problems& problems) {
    check_model_params(table, columns, params, params.k, place, problems);
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

std::string boxes_words(const std::vector<std::string>& columns, const Json& parameters) {
    if (parameters.value("publish", "interval") != "interval") {
        return grouping_words(columns, parameters);
    }
    return fmt::format(
        "Values of {} are made coarser until at least {} people share them; every released value "
        "is true.",
        listed_columns(columns), k_words(parameters));
}

}  // namespace

Method mondrian() {
    return make_mask(
        MethodInfo{
            .name = "mondrian",
            .title = "Mondrian",
            .summary = "Cuts the records into boxes of at least k and shows each as its box.",
            .description =
                "All records are a box with a side for each column. A box is cut in two at the "
                "median of its widest side, or as near to it as k allows, then its halves are, "
                "until no cut leaves k records on both sides: k-anonymity for numbers and "
                "categories together, finer where the data are denser. Nominal categories are cut "
                "in the order of their dictionary. `strict` keeps equal values on one side, so "
                "that a group can be large where a value is frequent; `relaxed` halves every box "
                "and leaves at most 2k - 1 records in a group, unless they are equal. A group is "
                "shown by `interval`s (and sets of nominal categories), which are true but must "
                "be read as such, by `set`s of its categories, or by a `representative`: the mean "
                "or the median of numbers, the median of ordinal and the most frequent of nominal "
                "categories, which every analysis can use. Beware: intervals and sets end at "
                "values of records; confidential values that are equal within a group are "
                "disclosed. Records with and without a value are parted first where k allows; "
                "where a group still has both, its values in that column become missing. Columns "
                "with a taxonomy are cut by meaning: their concepts stand in the order of a walk "
                "through the taxonomy, so that a cut parts the children of a concept, and a side "
                "is as wide as the way through its values by `measure`. Their `interval` is the "
                "least common subsumer, their `representative` the semantic centre of `sa-mdav`. "
                "With "
                "`models` a box is cut only where they hold on both sides: diversity, closeness "
                "and limited gains of the `sensitive` columns in every class, beside k.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::makes_missing},
            .cites = {"lefevre2006mondrian", "mares2013categorical"},
            .example = {{"k", 3}},
            .purposes = {Purpose::boxes},
            .ladder = varied("k", {3, 5, 10, 20}, {{"publish", "representative"}}),
            .ladder_turn = 6,
            .effect = Effect::containment,
            .step_words = boxes_words},
        mondrian_schema(), apply_mondrian, check_mondrian);
}

}  // namespace lethe::mask
