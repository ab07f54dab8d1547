// Rank swapping: values are exchanged with values of near rank, each column on its own.
#include <fmt/format.h>

#include <map>
#include <string>

#include "lethe/algo/statistics/rank_window.h"
#include "lethe/method/ladder.h"
#include "lethe/method/measure_params.h"
#include "lethe/method/method.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/swapping.h"

namespace lethe::mask {
namespace {

struct RankSwappingParams : MeasureParams {
    double p = 5;
    std::map<std::string, double> p_by_column;
};

Schema<RankSwappingParams> rank_swapping_schema() {
    return with_measure_params(
        Schema<RankSwappingParams>()
            .field("p", &RankSwappingParams::p,
                   "how far apart swapped values may be: ranks, in percent of the column's values",
                   up_to_100_percent())
            .field("p_by_column", &RankSwappingParams::p_by_column,
                   "another p for some columns: column name and percent", up_to_100_percent()));
}

MaskOutput apply_rank_swapping(const MaskInput& input, const RankSwappingParams& params) {
    return swap_columns(
        input, "window_ranks",
        [&](const Context& context, const std::string& column, std::int64_t values,
            const Stream& stream) -> RankSwap {
            const std::int64_t window =
                rank_window(for_column(column, params.p_by_column, params.p), values);
            return {swap_ranks(context, values, window, stream), window};
        },
        params.options());
}

void check_rank_swapping(const Table& table, std::span<const std::string> columns,
                         const RankSwappingParams& params, const Place& place, Problems& problems) {
    for (const std::string& name : columns) {
        const Column& column = table.column(name);
        if (column.kind() != Kind::semantic || column.meaning() != nullptr) continue;
        problems.push_back(
            {fmt::format("column \"{}\" has no taxonomy, and so no order of its values", name),
             place});
    }
    check_column_names("p_by_column", params.p_by_column, columns, place, problems);
}

}  // namespace

Method rank_swapping() {
    return make_mask(
        MethodInfo{
            .name = "rank-swapping",
            .title = "Rank swapping",
            .summary = "Exchanges each value with a random one of near rank, column by column.",
            .description =
                "Each column is ranked on its own; in rank order, every value that is not yet "
                "swapped is exchanged with one chosen at random among those not yet swapped that "
                "stand at most p percent of the column's values above it, so that each value moves "
                "once. A column keeps exactly its values, hence its mean, variance and quantiles; "
                "correlations between columns shrink as p grows. Use it for numbers and ordered "
                "categories when univariate statistics must hold exactly. Beware: the values "
                "themselves are true ones, and an intruder who knows p knows that each true value "
                "is within the window of the released one, which links many records when several "
                "columns are known. A window of less than one rank counts as one. Missing values "
                "stay missing and do not take part. A column with a taxonomy is ranked by "
                "meaning: its values stand by their distance, by `measure`, from the one that is "
                "farthest from the centre of all of them (the sorting operator of Martínez), "
                "equally far ones by their labels. Values of near rank are then equally far from "
                "the extreme one, which most often, and not always, makes them alike.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random, Property::keeps_marginals, Property::keeps_means},
            .cites = {"moore1996controlled", "domingo2001quantitative", "abril2014privacy",
                      "martinez2012ontology"},
            .example = {{"p", 5}},
            .ladder = varied("p", {1, 2, 5, 10, 15, 20}),
            .ladder_turn = 10,
            .first_categories = {3, varied("p", {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20})},
            .first_numbers = {3, varied("p", {1, 2, 3, 5, 7, 10, 12, 15, 20, 30})},
            .effect = Effect::window_swap},
        rank_swapping_schema(), apply_rank_swapping, check_rank_swapping);
}

}  // namespace lethe::mask
