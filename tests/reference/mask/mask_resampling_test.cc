// Resampling against its definition: draw, sort, average rank by rank.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "lethe/method/catalogue.h"
#include "support.h"

namespace lethe {
namespace {

std::vector<double> resampling_naive(std::span<const double> values, const Stream& stream,
                                     std::int64_t samples) {
    const std::size_t size = values.size();
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<double> means(size, 0.0);
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        std::vector<double> drawn;
        for (std::size_t i = 0; i < size; ++i) {
            Draws draws =
                stream.at(sample * static_cast<std::int64_t>(size) + static_cast<std::int64_t>(i));
            drawn.push_back(sorted[draws.below(size)]);
        }
        std::sort(drawn.begin(), drawn.end());
        for (std::size_t i = 0; i < size; ++i) means[i] += drawn[i] / static_cast<double>(samples);
    }
    std::vector<std::size_t> rows(size);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(size);
    for (std::size_t rank = 0; rank < size; ++rank) result[rows[rank]] = means[rank];
    return result;
}

TEST(MaskResampling, IsItsDefinition) {
    const Context context;
    for (const int distinct : {0, 5}) {
        for (const std::int64_t samples : {1, 2, 7}) {
            const Table table = test::random_table(Random(11), 200, 3, distinct);
            const Random random(42);
            const MaskInput input{table, table.names(), random, context};
            const MaskOutput output =
                find_method("resampling", Family::mask).mask(input, {{"samples", samples}});
            for (const ColumnPtr& column : output.changed) {
                const std::vector<double> expected = resampling_naive(
                    table.column(column->name()).numbers(), random.stream(column->name()), samples);
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    EXPECT_NEAR(column->numbers()[i], expected[i], 1e-12);
                }
            }
        }
    }
}

}  // namespace
}  // namespace lethe
