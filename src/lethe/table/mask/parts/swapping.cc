#include "lethe/table/mask/parts/swapping.h"

#include <utility>

#include "lethe/algo/statistics/rank_window.h"
#include "lethe/algo/statistics/ranking.h"
#include "lethe/algo/statistics/semantic_order.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {

ColumnPtr exchanged(const Column& column, std::span<const std::int32_t> order,
                    std::span<const std::int32_t> source) {
    const auto moved = [&](auto old) {
        using Value = typename decltype(old)::value_type;
        std::vector<Value> values(old.begin(), old.end());
        for (std::size_t i = 0; i < order.size(); ++i) {
            values[static_cast<std::size_t>(order[i])] = old[static_cast<std::size_t>(source[i])];
        }
        return values;
    };
    if (column.is_numeric()) {
        return Column::numeric(column.name(), moved(column.numbers()), column.validity());
    }
    return Column::categories(column.name(), column.kind(), moved(column.codes()),
                              column.dictionary_ptr(), column.validity());
}

MaskOutput swap_columns(const MaskInput& input, const std::string& fact, const SwapRanks& swap,
                        const MeasureOptions& measure) {
    MaskOutput output;
    output.changed.resize(input.columns.size());
    std::vector<Json> facts(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        const std::vector<std::int32_t> order =
            column.meaning() != nullptr
                ? semantic_ranking(context, input.table, column.name(), measure)
                : ranking(context, column);
        RankSwap swapped =
            swap(context, column.name(), std::ssize(order), input.random.stream(column.name()));
        output.changed[j] = exchanged(column, order, rows_at_ranks(context, order, swapped.source));
        facts[j] = std::move(swapped.fact);
    });
    for (std::size_t j = 0; j < facts.size(); ++j) {
        output.facts[fact][input.columns[j]] = std::move(facts[j]);
    }
    return output;
}

}  // namespace lethe::mask
