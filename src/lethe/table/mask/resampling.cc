// Resampling (Heer 1993, for microdata by Domingo-Ferrer and Torra 2001). For each column of n
// values, t bootstrap samples of n values are drawn with replacement and each is sorted; the i-th
// masked value is the centre of the t values that stand i-th (the mean of numbers, the lower median
// of ordered categories, the most frequent of others); it goes to the row whose original value has
// rank i, ties by row number. Categories without an order are sorted as their dictionary is.
//
// A sorted sample needs no sorting: it is the sorted column with value r repeated as often as rank
// r was drawn, so counting the draws is enough. Cost: one sort, then t n draws and t n additions a
// column; columns run in parallel. Draw i of sample s is a function of (seed, column, s, i).
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lethe/algo/statistics/ranking.h"
#include "lethe/method/ladder.h"
#include "lethe/method/method.h"
#include "lethe/space/attribute/category_centre.h"
#include "lethe/table/mask/parts/columns.h"

namespace lethe::mask {
namespace {

struct ResamplingParams {
    std::int64_t samples = 10;
};

Schema<ResamplingParams> resampling_schema() {
    return Schema<ResamplingParams>().field("samples", &ResamplingParams::samples,
                                            "number of bootstrap samples that are averaged (t)",
                                            at_least(1));
}

// How often each rank is drawn in a sample of the size of the column.
void count_draws(const Stream& stream, std::int64_t first, std::vector<std::int32_t>& times) {
    std::fill(times.begin(), times.end(), 0);
    for (std::size_t i = 0; i < times.size(); ++i) {
        Draws draws = stream.at(first + static_cast<std::int64_t>(i));
        ++times[draws.below(times.size())];
    }
}

ColumnPtr resample_numbers(const MaskInput& input, const Context& context, const Column& column,
                           std::int64_t samples) {
    const auto old = column.numbers();
    const std::vector<std::int32_t> rows = ranking(context, column);
    const Stream stream = input.random.stream(column.name());
    const auto count = static_cast<std::int64_t>(rows.size());
    std::vector<double> sorted;
    sorted.reserve(rows.size());
    for (const std::int32_t row : rows) sorted.push_back(old[static_cast<std::size_t>(row)]);
    std::vector<double> means(rows.size(), 0.0);
    std::vector<std::int32_t> times(rows.size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        context.check_stop();
        count_draws(stream, sample * count, times);
        std::size_t place = 0;
        for (std::size_t rank = 0; rank < rows.size(); ++rank) {
            for (std::int32_t i = 0; i < times[rank]; ++i, ++place) {
                // A running mean, so that equal values give exactly that value.
                means[place] += (sorted[rank] - means[place]) / static_cast<double>(sample + 1);
            }
        }
    }
    std::vector<double> values(old.size(), 0.0);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        values[static_cast<std::size_t>(rows[rank])] = means[rank];
    }
    return Column::numeric(column.name(), std::move(values), column.validity());
}

// The t codes of each place are kept, for medians and modes cannot be updated.
ColumnPtr resample_categories(const MaskInput& input, const Context& context, const Column& column,
                              std::int64_t samples) {
    const std::vector<std::int32_t> rows = ranking(context, column);
    const Stream stream = input.random.stream(column.name());
    const auto count = static_cast<std::int64_t>(rows.size());
    std::vector<std::int32_t> drawn(rows.size() * static_cast<std::size_t>(samples));
    std::vector<std::int32_t> times(rows.size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        context.check_stop();
        count_draws(stream, sample * count, times);
        std::size_t place = 0;
        for (std::size_t rank = 0; rank < rows.size(); ++rank) {
            const std::int32_t code = column.codes()[static_cast<std::size_t>(rows[rank])];
            for (std::int32_t i = 0; i < times[rank]; ++i, ++place) {
                drawn[place * static_cast<std::size_t>(samples) +
                      static_cast<std::size_t>(sample)] = code;
            }
        }
    }
    std::vector<std::int32_t> codes(static_cast<std::size_t>(column.size()), 0);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const auto own = std::span(drawn).subspan(rank * static_cast<std::size_t>(samples),
                                                  static_cast<std::size_t>(samples));
        codes[static_cast<std::size_t>(rows[rank])] = category_centre(column.kind(), own);
    }
    return Column::categories(column.name(), column.kind(), std::move(codes),
                              column.dictionary_ptr(), column.validity(),
                              column.spelling_of_missing());
}

MaskOutput apply_resampling(const MaskInput& input, const ResamplingParams& params) {
    MaskOutput output;
    output.changed.resize(input.columns.size());
    for_each_column(input, [&](std::size_t j, const Column& column, const Context& context) {
        output.changed[j] = column.is_numeric()
                                ? resample_numbers(input, context, column, params.samples)
                                : resample_categories(input, context, column, params.samples);
    });
    return output;
}

}  // namespace

Method resampling() {
    return make_mask(
        MethodInfo{
            .name = "resampling",
            .title = "Resampling",
            .summary =
                "Replaces each column by the averaged order statistics of bootstrap samples.",
            .description =
                "For each column, `samples` bootstrap samples of its values are drawn and sorted; "
                "the centre of their i-th values (mean of numbers, median of ordered categories, "
                "most "
                "frequent of others) replaces the i-th smallest original value. Ranks "
                "stay (up to ties), so dependences between columns survive, and each column keeps "
                "its distribution approximately. Use it when the shape of the distributions "
                "matters more than single values. Beware: the values at the middle of a large "
                "column hardly move, and more samples bring the masked values nearer to the "
                "original ones; linkage by rank stays easy, so measure the risk. Missing values "
                "stay missing and do not take part.",
            .kinds = {Kind::numeric, Kind::ordinal, Kind::nominal, Kind::semantic},
            .missing = Missing::kept,
            .properties = {Property::random},
            .cites = {"heer1993bootstrap", "domingo2001quantitative"},
            .example = {{"samples", 3}},
            .ladder = varied("samples", {1, 10}),
            .ladder_turn = 12,
            .first_categories = {5, varied("samples", {1, 3, 10})},
            .first_numbers = {5, varied("samples", {1, 3})},
            .effect = Effect::resampling},
        resampling_schema(), apply_resampling);
}

}  // namespace lethe::mask
