// Semantic loss: how far the values moved in meaning, on average.
#include "lethe/core/exact_sum.h"
#include "lethe/method/measure_params.h"
#include "lethe/table/loss/moved_columns.h"

namespace lethe::loss {
namespace {

Measurement assess_semantic_loss(const AssessInput& input, const MeasureParams& params) {
    const std::vector<MovedColumn> columns = moved_columns(input, params.options());
    const auto records = static_cast<double>(input.original.rows());
    const auto dropped = static_cast<double>(input.original.rows() - input.masked.rows());
    Measurement result;
    Json by_column = Json::object();
    double distances = 0;
    double shares = 0;  // of the farthest that can be
    std::int64_t changed = 0;
    for (const MovedColumn& column : columns) {
        ExactSum sum;
        for (const double distance : column.distance) {
            sum.add(distance);
            changed += distance > 0 ? 1 : 0;
        }
        const double total = sum.value() + dropped * column.most;
        const double mean = records > 0 ? total / records : 0;
        by_column[column.name] = mean;
        distances += mean;
        shares += mean / column.most;
    }
    const auto count = static_cast<double>(columns.size());
    result.value = 100 * shares / count;
    result.details["mean_distance"] = distances / count;
    result.details["by_column"] = std::move(by_column);
    result.details["changed"] =
        percent(static_cast<double>(changed) + dropped * count, records * count);
    result.details["dropped"] = input.original.rows() - input.masked.rows();
    if (records == 0) result.warnings.push_back("nothing could be compared: the value is 0");
    return result;
}

}  // namespace

Method semantic_loss() {
    return make_loss(
        MethodInfo{
            .name = "semantic-loss",
            .title = "Semantic loss",
            .summary = "How far the values moved in meaning, on average.",
            .description =
                "The mean over all records and columns of the distance in meaning between the "
                "original value and the masked one, by `measure` in the taxonomy of the column: "
                "replacing lumbago by migraine loses less than replacing it by appendicitis. 0 "
                "percent where nothing changed; 100 where every value went as far as can be. "
                "`mean_distance` is the published figure, the mean distance itself: a hundredth of "
                "the value with measures whose distances are at most 1, and with others, such as "
                "path, in their own unit, the value being relative to the largest distance between "
                "two values of the column. Columns without a taxonomy take part too: other "
                "categories are equal or not, ordered ones differ by their steps, numbers by their "
                "difference in parts of the range. A value that was suppressed, and all those of a "
                "record that was dropped, went as far as can be. `changed` is the percentage of "
                "cells that changed at all.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::row_order_independent},
            .cites = {"martinez2012textual", "martinez2012ontology"},
            .example = {{"measure", "log-sc"}},
            .in_words = "How far the values moved in meaning, on average: 0 % where nothing "
                        "changed, 100 % where every value went as far as can be.",
            .scale = Scale::loss,
            .purposes = {Purpose::loss_of_meaning},
            .needs_meaning = true,
            .by_default = true},
        with_measure_params(Schema<MeasureParams>()), assess_semantic_loss);
}

}  // namespace lethe::loss
