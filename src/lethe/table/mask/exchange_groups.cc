// Microaggregation refined by exchange: groups of at least k, improved by the loss of single values
// itself, each shown as the values that lose least.
#include "lethe/algo/partition/exchange_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "lethe/algo/partition/mondrian.h"
#include "lethe/algo/statistics/mean_difference.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/method/step_words.h"
#include "lethe/table/mask/parts/columns.h"
#include "lethe/table/mask/parts/microaggregate.h"

namespace lethe::mask {
namespace {

struct ExchangeGroupsParams {
    std::int64_t k = 5;
    std::optional<double> mean;
    std::int64_t passes = 20;
    std::int64_t block = 2000;
};

Schema<ExchangeGroupsParams> exchange_groups_schema() {
    return Schema<ExchangeGroupsParams>()
        .field("k", &ExchangeGroupsParams::k, "smallest group of records", at_least(2))
        .field("mean", &ExchangeGroupsParams::mean,
               "records in a group on average, at least; none: as few as k allows", at_least(1))
        .field("passes", &ExchangeGroupsParams::passes, "over all records, at most",
               between(0, 1000))
        .field("block", &ExchangeGroupsParams::block,
               "records among which exchanges are looked for, about", at_least(10));
}

// A missing value is far from all others and equal to itself.
constexpr double kNowhere = 1e15;

LossPositions positions_of(const MondrianAxis& axis, const Column& column) {
    const auto values = static_cast<std::size_t>(axis.values);
    std::vector<double> position(values + 1, kNowhere);
    double unit = 1;
    if (column.is_numeric()) {
        std::vector<double> all;
        for (const std::int32_t code : axis.codes) {
            if (code < axis.values) all.push_back(axis.numbers[static_cast<std::size_t>(code)]);
        }
        unit = mean_difference(std::move(all));
    } else if (column.kind() == Kind::ordinal) {
        std::vector<std::int64_t> counts(values, 0);
        for (const std::int32_t code : axis.codes) {
            if (code < axis.values) ++counts[static_cast<std::size_t>(code)];
        }
        unit = mean_steps(counts);
    }
    for (std::size_t code = 0; code < values; ++code) {
        const double place =
            column.is_numeric() ? axis.numbers[code] - axis.numbers[0] : static_cast<double>(code);
        position[code] = unit > 0 ? place / unit : 0;
    }
    LossPositions positions;
    positions.reserve(axis.codes.size());
    for (const std::int32_t code : axis.codes) {
        positions.push_back(position[static_cast<std::size_t>(code)]);
    }
    return positions;
}

// Every row shows the value of that row of its group that loses least.
ColumnPtr shown_column(const Column& column, const LossPositions& positions,
                       const ClusterRows& groups) {
    std::vector<std::int64_t> from(static_cast<std::size_t>(column.size()), 0);
    std::vector<double> own;
    for (std::int32_t group = 0; group < groups.count(); ++group) {
        own.clear();
        for (const std::int64_t row : groups[group]) {
            own.push_back(positions[static_cast<std::size_t>(row)]);
        }
        const double shown = least_loss_value(own).position;
        const auto place = std::find(own.begin(), own.end(), shown) - own.begin();
        for (const std::int64_t row : groups[group]) {
            from[static_cast<std::size_t>(row)] = groups[group][static_cast<std::size_t>(place)];
        }
    }
    Validity validity(column.size());
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (!column.valid(from[static_cast<std::size_t>(row)])) validity.set_missing(row);
    }
    const auto taken = [&](const auto& old) {
        using Value = std::decay_t<decltype(old[0])>;
        std::vector<Value> values;
        values.reserve(from.size());
        for (const std::int64_t row : from) values.push_back(old[static_cast<std::size_t>(row)]);
        return values;
    };
    if (column.is_numeric()) {
        return Column::numeric(column.name(), taken(column.numbers()), std::move(validity),
                               column.spelling_of_missing());
    }
    return Column::categories(column.name(), column.kind(), taken(column.codes()),
                              column.dictionary_ptr(), std::move(validity),
                              column.spelling_of_missing());
}

MaskOutput apply(const MaskInput& input, const ExchangeGroupsParams& params) {
    std::vector<MondrianAxis> axes;
    std::vector<LossPositions> positions;
    for (const std::string& name : input.columns) {
        const Column& column = input.table.column(name);
        axes.push_back(mondrian_axis(input.context, column));
        positions.push_back(positions_of(axes.back(), column));
    }
    const Clusters start = lethe::mondrian(input.context, std::move(axes), {.k = params.k});
    const Clusters refined = lethe::exchange_groups(input.context, positions, start,
                                                    {.k = params.k,
                                                     .mean = params.mean.value_or(0),
                                                     .block = params.block,
                                                     .passes = static_cast<int>(params.passes)});
    const ClusterRows groups(refined);
    MaskOutput output;
    output.changed.resize(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context&) {
        output.changed[j] = shown_column(column, positions[j], groups);
    });
    output.facts["groups"] = groups.count();
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
    for (std::int32_t group = 0; group < groups.count(); ++group) {
        least = std::min<std::int64_t>(least, std::ssize(groups[group]));
        most = std::max<std::int64_t>(most, std::ssize(groups[group]));
    }
    if (groups.count() > 0) {
        output.facts["smallest"] = least;
        output.facts["largest"] = most;
    }
    return output;
}

void check(const Table& table, std::span<const std::string>, const ExchangeGroupsParams& params,
           const Place& place, Problems& problems) {
    check_group_size(params.k, table.rows(), "the table", "rows", place, problems);
}

}  // namespace

Method exchange_groups() {
    return make_mask(
        MethodInfo{
            .name = "exchange-groups",
            .title = "Microaggregation refined by exchange",
            .summary = "Groups at least k records, exchanged between groups while that loses less.",
            .description =
                "Begins with the groups of a strict Mondrian partition (see mondrian) and improves "
                "them by what they lose: a record moves to another group, two records change "
                "places, a group is dissolved and a large one cut in two, as long as the loss of "
                "single values (see cell-loss) falls and every group keeps k records. All records "
                "of a group then show, in each column, that value of one of them which loses "
                "least: near the median of numbers and ordered categories, the most frequent of "
                "others; so no value is new. `mean` bounds the average size of the groups instead "
                "of each: many people who are alike make a large group that costs nothing, and "
                "let groups elsewhere be small. Over all people no attack finds more than one in "
                "that average, though the single most exposed one may be in a group of k. Use it "
                "for tables of numbers and categories when least loss under a guarantee is wanted. "
                "Records are compared within `block`s of neighbours; larger ones lose a little "
                "less and take longer. Beware: it leaves groups as tight as can be, so that an "
                "intruder mostly finds the right group, and confidential values that are equal "
                "within a group are disclosed. Missing is a value like others: where most of a "
                "group lack a value, all of it shows none. Categories with a taxonomy are compared "
                "as equal or not.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::own_category,
            .properties = {Property::k_anonymous, Property::makes_missing},
            .cites = {"domingo2002practical", "lefevre2006mondrian"},
            .example = {{"k", 3}},
            .purposes = {Purpose::refined_groups},
            .ladder = varied("k", {5, 10, 20}),
            .ladder_turn = 8,
            .step_words =
                [](const std::vector<std::string>& columns, const Json& parameters) {
                    return fmt::format(
                        "Groups of {} similar people get common values of {}; people change groups "
                        "until no change that was tried loses less.",
                        sizes_words(parameters), listed_columns(columns));
                }},
        exchange_groups_schema(), apply, check);
}

}  // namespace lethe::mask
