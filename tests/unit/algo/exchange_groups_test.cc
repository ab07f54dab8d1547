// Exchanging keeps k, never loses more, stops only where no move helps, and finds what a slow
// search over all partitions finds in most small tables.
#include "lethe/algo/partition/exchange_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "lethe/core/error.h"
#include "lethe/core/random.h"

namespace lethe {
namespace {

using Columns = std::vector<LossPositions>;

// Numbers in small parts of their unit, and categories a whole apart.
Columns random_columns(Draws& draws, std::size_t rows) {
    Columns columns(1 + draws.below(4));
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i < rows; ++i) {
            columns[j].push_back(j % 2 == 0 ? static_cast<double>(draws.below(12)) / 7
                                            : static_cast<double>(draws.below(3)));
        }
    }
    return columns;
}

// Consecutive rows in groups of k, the last one larger.
Clusters consecutive(std::size_t rows, std::size_t k) {
    const auto count = static_cast<std::int32_t>(rows / k);
    Clusters start{{}, count};
    for (std::size_t i = 0; i < rows; ++i) {
        start.of.push_back(std::min(static_cast<std::int32_t>(i / k), count - 1));
    }
    return start;
}

// By the definition: every member's value is tried for all.
double slow_loss(const Columns& columns, const std::vector<std::int32_t>& group_of) {
    std::map<std::int32_t, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < group_of.size(); ++i) groups[group_of[i]].push_back(i);
    double sum = 0;
    for (const auto& [group, rows] : groups) {
        for (const LossPositions& column : columns) {
            double least = std::numeric_limits<double>::infinity();
            for (const std::size_t shown : rows) {
                double lost = 0;
                for (const std::size_t row : rows) {
                    lost += std::min(1.0, std::abs(column[row] - column[shown]));
                }
                least = std::min(least, lost);
            }
            sum += least;
        }
    }
    return sum;
}

std::vector<std::size_t> sizes_of(const std::vector<std::int32_t>& group_of, std::size_t count) {
    std::vector<std::size_t> sizes(count, 0);
    for (const std::int32_t group : group_of) ++sizes[static_cast<std::size_t>(group)];
    return sizes;
}

// The least loss of all partitions into at most `most` groups of at least k.
double slow_optimum(const Columns& columns, std::size_t k, std::size_t most,
                    std::vector<std::int32_t>& group_of, std::size_t rows, std::size_t used) {
    if (group_of.size() == rows) {
        for (const std::size_t size : sizes_of(group_of, used)) {
            if (size < k) return std::numeric_limits<double>::infinity();
        }
        return slow_loss(columns, group_of);
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t group = 0; group < std::min(used + 1, most); ++group) {
        group_of.push_back(static_cast<std::int32_t>(group));
        least = std::min(least,
                         slow_optimum(columns, k, most, group_of, rows, std::max(used, group + 1)));
        group_of.pop_back();
    }
    return least;
}

constexpr ExchangeOptions kThorough{.passes = 1000, .nearest = 1000, .least_likely = -1e9};

TEST(ExchangeGroups, KeepsKAndNeverLosesMore) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Draws draws = Random(seed).stream("table").at(0);
        const std::size_t k = 2 + draws.below(4);
        const std::size_t rows = 2 * k + draws.below(60);
        const Columns columns = random_columns(draws, rows);
        const Clusters start = consecutive(rows, k);
        ExchangeOptions options{.k = static_cast<std::int64_t>(k), .block = 30};
        if (draws.below(2) == 0) options.mean = static_cast<double>(k) + draws.uniform() * 5;
        const Clusters found = exchange_groups(Context{}, columns, start, options);
        const auto count = static_cast<std::size_t>(found.count);
        for (const std::size_t size : sizes_of(found.of, count)) ASSERT_GE(size, k) << seed;
        ASSERT_NEAR(loss_of_groups(columns, start), slow_loss(columns, start.of), 1e-9) << seed;
        if (options.mean == 0) {
            ASSERT_LE(slow_loss(columns, found.of), slow_loss(columns, start.of) + 1e-9) << seed;
        } else if (count > 1) {
            ASSERT_LE(static_cast<double>(count) * options.mean, static_cast<double>(rows) + 1e-9)
                << seed;
        }
    }
}

// No record can move, and no two can change places, to lose less.
TEST(ExchangeGroups, StopsWhereNoMoveHelps) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Draws draws = Random(seed).stream("table").at(0);
        const std::size_t k = 2 + draws.below(3);
        const std::size_t rows = 2 * k + draws.below(16);
        const Columns columns = random_columns(draws, rows);
        ExchangeOptions options = kThorough;
        options.k = static_cast<std::int64_t>(k);
        const Clusters found = exchange_groups(Context{}, columns, consecutive(rows, k), options);
        const double least = slow_loss(columns, found.of);
        const auto sizes = sizes_of(found.of, static_cast<std::size_t>(found.count));
        for (std::size_t i = 0; i < rows; ++i) {
            std::vector<std::int32_t> other = found.of;
            for (std::int32_t to = 0; to < found.count; ++to) {
                if (sizes[static_cast<std::size_t>(found.of[i])] <= k) break;
                other[i] = to;
                ASSERT_GE(slow_loss(columns, other), least - 1e-6) << seed;
            }
            for (std::size_t j = 0; j < i; ++j) {
                other = found.of;
                std::swap(other[i], other[j]);
                ASSERT_GE(slow_loss(columns, other), least - 1e-6) << seed;
            }
        }
    }
}

// Never below the optimum of all partitions, and it mostly is that.
TEST(ExchangeGroups, FindsTheOptimumOfMostTinyTables) {
    int equal = 0;
    constexpr int kTables = 400;
    for (int seed = 0; seed < kTables; ++seed) {
        Draws draws = Random(static_cast<std::uint64_t>(seed)).stream("table").at(0);
        const std::size_t rows = 5 + draws.below(4);
        const Columns columns = random_columns(draws, rows);
        ExchangeOptions options = kThorough;
        options.k = 2;
        const bool fewer = draws.below(2) == 0;
        if (fewer) options.mean = 3;
        const Clusters found = exchange_groups(Context{}, columns, consecutive(rows, 2), options);
        std::vector<std::int32_t> none;
        const double optimum = slow_optimum(columns, 2, rows / (fewer ? 3 : 2), none, rows, 0);
        const double lost = slow_loss(columns, found.of);
        ASSERT_GE(lost, optimum - 1e-9) << seed;
        if (lost <= optimum + 1e-9) ++equal;
    }
    EXPECT_GE(equal, kTables * 3 / 4);
}

TEST(ExchangeGroups, SameForAnyNumberOfThreads) {
    Draws draws = Random(7).stream("table").at(0);
    const Columns columns = random_columns(draws, 400);
    const ExchangeOptions options{.k = 3, .mean = 5, .block = 40};
    Context many;
    many.threads = 4;
    const Clusters start = consecutive(400, 3);
    EXPECT_EQ(exchange_groups(Context{}, columns, start, options),
              exchange_groups(many, columns, start, options));
}

// However large a mean is asked for, all records are one group at most.
TEST(ExchangeGroups, AMeanBeyondAllRecordsMakesOneGroup) {
    Draws draws = Random(8).stream("table").at(0);
    const Columns columns = random_columns(draws, 60);
    for (const double mean : {60.0, 1e6, 1e300}) {
        const ExchangeOptions options{.k = 3, .mean = mean, .block = 12};
        EXPECT_EQ(exchange_groups(Context{}, columns, consecutive(60, 3), options).count, 1)
            << mean;
    }
}

TEST(ExchangeGroups, TheValueThatLosesLeast) {
    EXPECT_EQ(least_loss_value(std::vector<double>{3, 1, 1, 9}).position, 1);
    EXPECT_EQ(least_loss_value(std::vector<double>{3, 1, 1, 9}).lost, 2);
    // Two far groups of values: the median of all would lose more than the most frequent.
    std::vector<double> many(20, 0.0);
    for (int i = 1; i <= 41; ++i) many.push_back(2.0 * i);
    EXPECT_EQ(least_loss_value(many).position, 0);
    EXPECT_EQ(least_loss_value(many).lost, 41);
    EXPECT_EQ(least_loss_value({}).lost, 0);
}

// Large and small groups by the definition, a value far from all others among them.
TEST(ExchangeGroups, TheValueByItsDefinition) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Draws draws = Random(seed).stream("values").at(0);
        LossPositions positions;
        const std::size_t count = 1 + draws.below(80);
        const auto apart = static_cast<double>(1 + draws.below(9));
        for (std::size_t i = 0; i < count; ++i) {
            positions.push_back(draws.below(9) == 0 ? 1e15
                                                    : static_cast<double>(draws.below(40)) / apart);
        }
        const GroupValue value = least_loss_value(positions);
        const std::vector<std::int32_t> one(count, 0);
        ASSERT_NEAR(value.lost, slow_loss({positions}, one), 1e-9) << seed;
        double lost = 0;
        for (const double position : positions) {
            lost += std::min(1.0, std::abs(position - value.position));
        }
        ASSERT_NEAR(value.lost, lost, 1e-9) << seed;
    }
}

TEST(ExchangeGroups, RefusesASmallGroup) {
    const Columns columns{{1, 2, 3}};
    EXPECT_THROW(exchange_groups(Context{}, columns, {{0, 0, 1}, 2}, {.k = 2}), Error);
    EXPECT_EQ(exchange_groups(Context{}, Columns{{}}, {{}, 0}, {.k = 2}).count, 0);
}

}  // namespace
}  // namespace lethe
