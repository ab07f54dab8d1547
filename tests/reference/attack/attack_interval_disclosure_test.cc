// Interval disclosure against its definition: for every cell, every window drawn and looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "assess.h"
#include "category_tables.h"
#include "lethe/data/numbers/number_text.h"

namespace lethe {
namespace {

struct IntervalDisclosureCell {
    double original;
    double masked;
};

std::vector<IntervalDisclosureCell> cells_of(const Column& original, const Column& masked) {
    std::vector<IntervalDisclosureCell> cells;
    for (std::int64_t row = 0; row < masked.size(); ++row) {
        const auto i = static_cast<std::size_t>(row);
        if (original.valid(row) && masked.valid(row)) {
            cells.push_back({original.numbers()[i], masked.numbers()[i]});
        }
    }
    return cells;
}

std::vector<double> sorted_values(const Column& column) {
    std::vector<double> values;
    for (std::int64_t row = 0; row < column.size(); ++row) {
        if (column.valid(row)) values.push_back(column.numbers()[static_cast<std::size_t>(row)]);
    }
    std::sort(values.begin(), values.end());
    return values;
}

// Any rank that the masked value has may be the middle of the window.
bool in_rank_window(const IntervalDisclosureCell& cell, const std::vector<double>& sorted,
                    double p) {
    const auto last = static_cast<std::int64_t>(sorted.size()) - 1;
    const auto w =
        static_cast<std::int64_t>(std::floor(p * static_cast<double>(sorted.size()) / 100 + 1e-9));
    for (std::int64_t r = 0; r <= last; ++r) {
        if (sorted[static_cast<std::size_t>(r)] != cell.masked) continue;
        const double low = sorted[static_cast<std::size_t>(std::max<std::int64_t>(0, r - w))];
        const double high = sorted[static_cast<std::size_t>(std::min(last, r + w))];
        if (low <= cell.original && cell.original <= high) return true;
    }
    return false;
}

double deviation(const std::vector<double>& values) {
    double mean = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return values.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(values.size() - 1));
}

TEST(IntervalDisclosure, AgainstItsDefinition) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(1 + random.stream("rows").at(0).below(40));
        const int distinct = seed % 3 == 0 ? 0 : 4 + static_cast<int>(seed % 17);
        const Table original =
            test::with_missing(test::random_table(random, rows, 2, distinct), random.part(1), 9);
        const Table masked = test::with_missing(
            test::random_table(random.part(2), rows, 2, distinct), random.part(3), 9);
        for (const bool by_rank : {true, false}) {
            // No whole difference is exactly such a share of a deviation, so rounding cannot
            // matter.
            const std::vector<double> p = by_rank ? std::vector<double>{3, 10, 12.5, 40, 100}
                                                  : std::vector<double>{3.1, 10.7, 41.3, 97.7};
            const Measurement measured =
                test::assess("interval-disclosure", original, masked,
                             {{"window", by_rank ? "rank" : "sd"}, {"p", p}});
            double sum = 0;
            for (const double share : p) {
                std::int64_t inside = 0;
                std::int64_t all = 0;
                for (std::size_t j = 0; j < 2; ++j) {
                    const Column& y = *masked.columns()[j];
                    const std::vector<double> sorted = sorted_values(y);
                    const double reach = share / 100 * deviation(sorted);
                    for (const IntervalDisclosureCell& cell : cells_of(*original.columns()[j], y)) {
                        const double off = std::fabs(cell.original - cell.masked);
                        if (by_rank ? in_rank_window(cell, sorted, share) : off <= reach) ++inside;
                        ++all;
                    }
                }
                const double percent =
                    all == 0 ? 0 : 100 * static_cast<double>(inside) / static_cast<double>(all);
                EXPECT_NEAR(measured.details["by_p"][number_text(share)].get<double>(), percent,
                            1e-9)
                    << seed;
                sum += percent;
            }
            EXPECT_NEAR(measured.value, sum / static_cast<double>(p.size()), 1e-9) << seed;
        }
    }
}

// Ordinal categories as the numbers of their codes, nominal ones when they are unchanged.
TEST(IntervalDisclosure, OfCategories) {
    const auto codes_of = [](const Table& table) {
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : table.columns()) {
            columns.push_back(Column::numeric(column->name(),
                                              {column->codes().begin(), column->codes().end()},
                                              column->validity()));
        }
        return Table(columns);
    };
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Random random(seed);
        const auto rows = static_cast<std::int64_t>(1 + random.stream("rows").at(0).below(60));
        const Table complete = test::random_categories(random, rows, 2, 6);
        const Table original = test::with_missing(complete, random.part(1), 9);
        const Table masked = test::with_missing(
            test::other_categories(complete, random.part(2), 0.5), random.part(3), 9);
        const Json details =
            test::assess("interval-disclosure", original, masked, {{"categories", "all"}}).details;
        const std::vector<std::string> ordinal{"a"};
        const Measurement numbers =
            test::assess("interval-disclosure", codes_of(original.select(ordinal)),
                         codes_of(masked.select(ordinal)));
        EXPECT_DOUBLE_EQ(details["columns"]["a"].get<double>(), numbers.value);
        double same = 0, compared = 0;
        for (std::int64_t row = 0; row < rows; ++row) {
            const Column& x = original.column("b");
            const Column& y = masked.column("b");
            if (!x.valid(row) || !y.valid(row)) continue;
            ++compared;
            same += x.text(row) == y.text(row) ? 1 : 0;
        }
        EXPECT_NEAR(details["columns"]["b"].get<double>(), compared > 0 ? 100 * same / compared : 0,
                    1e-9);
    }
}

}  // namespace
}  // namespace lethe
