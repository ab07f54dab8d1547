// Singling out beside its definition, written out record by record.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "assess.h"

namespace lethe {
namespace {

struct SinglingOutPair {
    Table original;
    Table masked;
};

// Whether two records agree on the columns of the set; missing agrees with missing alone.
bool singling_out_agree(const Table& a, std::int64_t row_a, const Table& b, std::int64_t row_b,
                        std::uint32_t set) {
    for (std::size_t j = 0; j < a.columns().size(); ++j) {
        if ((set >> j & 1U) == 0) continue;
        const Column& left = *a.columns()[j];
        const Column& right = *b.columns()[j];
        if (left.valid(row_a) != right.valid(row_b)) return false;
        if (!left.valid(row_a)) continue;
        if (left.is_numeric() ? left.numbers()[static_cast<std::size_t>(row_a)] !=
                                    right.numbers()[static_cast<std::size_t>(row_b)]
                              : left.text(row_a) != right.text(row_b)) {
            return false;
        }
    }
    return true;
}

std::int64_t singling_out_equals(const Table& of, std::int64_t row, const Table& in,
                                 std::uint32_t set) {
    std::int64_t count = 0;
    for (std::int64_t other = 0; other < in.rows(); ++other) {
        count += singling_out_agree(of, row, in, other, set) ? 1 : 0;
    }
    return count;
}

struct SinglingOutGuesses {
    std::int64_t guesses = 0;
    std::int64_t right = 0;
    std::int64_t sets = 0;
};

SinglingOutGuesses naive_singling_out(const SinglingOutPair& pair, int together) {
    SinglingOutGuesses found;
    for (std::uint32_t set = 1; set < 1U << pair.original.columns().size(); ++set) {
        if (std::popcount(set) != together) continue;
        ++found.sets;
        for (std::int64_t row = 0; row < pair.masked.rows(); ++row) {
            if (singling_out_equals(pair.masked, row, pair.masked, set) != 1) continue;
            ++found.guesses;
            found.right += singling_out_equals(pair.masked, row, pair.original, set) == 1 ? 1 : 0;
        }
    }
    return found;
}

// Columns in turn of categories and of numbers with `values` values each, the first more frequent.
// The dictionaries of the two tables differ, and so do their zeros.
Table singling_out_table(Draws& draws, std::int64_t rows, int columns, std::uint64_t values,
                         double zero) {
    std::vector<ColumnPtr> made;
    for (int j = 0; j < columns; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        std::vector<std::string> texts;
        std::vector<double> numbers;
        for (std::int64_t row = 0; row < rows; ++row) {
            const std::uint64_t value = std::min(draws.below(values), draws.below(values));
            texts.push_back("v" + std::to_string(value));
            numbers.push_back(value == 0 ? zero : static_cast<double>(value) / 2);
        }
        made.push_back(j % 3 == 1 ? Column::numeric(name, numbers)
                                  : Column::from_texts(name, Kind::nominal, texts));
    }
    return Table(std::move(made));
}

void expect_singling_out(const SinglingOutPair& pair, int together) {
    const SinglingOutGuesses naive = naive_singling_out(pair, together);
    const Json parameters{{"together", together}, {"most", 100000}};
    const Measurement one = test::assess("singling-out", pair.original, pair.masked, parameters, 1);
    EXPECT_EQ(one.details["guesses"], naive.guesses);
    EXPECT_EQ(one.details["right"], naive.right);
    EXPECT_EQ(one.details["combinations"], naive.sets);
    EXPECT_EQ(one.details["all_combinations"], naive.sets);
    EXPECT_EQ(one.details["together"], together);
    EXPECT_FALSE(one.interval.has_value());
    EXPECT_EQ(one.warnings.empty(), naive.guesses > 0);
    EXPECT_TRUE(one.about_original.empty());
    EXPECT_NEAR(one.value,
                naive.guesses > 0
                    ? 100 * static_cast<double>(naive.right) / static_cast<double>(naive.guesses)
                    : 0,
                1e-9);
    const Measurement two =
        test::assess("singling-out", pair.original, pair.masked, parameters, 2, {}, 7);
    EXPECT_EQ(two.details.dump(), one.details.dump());
    EXPECT_EQ(two.value, one.value);
}

TEST(SinglingOut, IsThatOfTheDefinition) {
    const Stream stream = Random(1).stream("singling out");
    std::int64_t other_rows = 0;
    for (std::int64_t round = 0; round < 600; ++round) {
        SCOPED_TRACE(round);
        Draws draws = stream.at(round);
        const auto together = static_cast<int>(1 + draws.below(4));
        const auto columns = together + static_cast<int>(draws.below(3));
        // Few values: one byte a cell. Many: a table of cells.
        const std::uint64_t values = round % 3 == 0 ? 40 : 1 + draws.below(5);
        const auto rows = static_cast<std::int64_t>(draws.below(30));
        const auto released = round % 2 == 0 ? rows : static_cast<std::int64_t>(draws.below(30));
        SinglingOutPair pair{singling_out_table(draws, rows, columns, values, 0.0),
                             singling_out_table(draws, released, columns, values, -0.0)};
        // Some records of the original are released as they are.
        if (rows == released && draws.below(2) == 0) pair.masked = pair.original;
        if (round % 4 != 0) {
            const Random random(static_cast<std::uint64_t>(round));
            pair.original = test::with_missing(pair.original, random, 2 + draws.below(6));
            pair.masked = test::with_missing(pair.masked, random.part(1), 2 + draws.below(6));
        }
        other_rows += rows != released ? 1 : 0;
        expect_singling_out(pair, together);
    }
    EXPECT_GT(other_rows, 200);
}

// Records of which many are copies, but for a cell here and there, so that some of them are alone
// however many columns are looked at: the possible cells are more than 64 bits tell apart.
TEST(SinglingOut, CountsCellsBeyondSixtyFourBits) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE(seed);
        Draws draws = Random(seed).stream("wide").at(0);
        const int columns = 11;
        const Table base = singling_out_table(draws, 150, columns, 500, 0.0);
        const auto rows_of = [&](std::int64_t count) {
            std::vector<std::int64_t> rows;
            for (std::int64_t row = 0; row < 110; ++row) rows.push_back(row);
            while (std::ssize(rows) < count) {
                rows.push_back(static_cast<std::int64_t>(draws.below(150)));
            }
            return rows;
        };
        const SinglingOutPair pair{
            test::with_missing(base.gather(rows_of(160)), Random(seed), 60),
            test::with_missing(base.gather(rows_of(190)), Random(seed + 10), 60)};
        expect_singling_out(pair, 10);
        expect_singling_out(pair, 11);
        const SinglingOutGuesses all = naive_singling_out(pair, 11);
        EXPECT_GT(all.guesses, 10);
        EXPECT_GT(all.right, 0);
        EXPECT_LT(all.right, all.guesses);
    }
}

// 256 values, missing being one, in nine columns: the first column is what 64 bits would lose.
TEST(SinglingOut, KeepsTheFirstOfManyColumns) {
    std::vector<double> first, others;
    for (int value = 0; value < 255; ++value) {
        first.push_back(value);
        others.push_back(value);
    }
    const auto table = [&] {
        std::vector<ColumnPtr> columns{Column::numeric("first", first)};
        for (int j = 1; j < 9; ++j) {
            columns.push_back(Column::numeric("n" + std::to_string(j), others));
        }
        return Table(std::move(columns));
    };
    SinglingOutPair pair{table(), {}};
    others[0] = 1;  // the first two records differ in the first column alone
    pair.masked = table();
    const Measurement found =
        test::assess("singling-out", pair.original, pair.masked, {{"together", 9}});
    EXPECT_EQ(found.details["guesses"], 255);
    EXPECT_EQ(found.details["right"], 254);
}

// What anonymeter does: draw a record and columns, keep what singles out, and ask the original.
TEST(SinglingOut, IsWhatDrawnAttacksExpect) {
    Draws draws = Random(3).stream("drawn").at(0);
    const SinglingOutPair pair{singling_out_table(draws, 150, 6, 9, 0.0),
                               singling_out_table(draws, 120, 6, 9, 0.0)};
    const double value =
        test::assess("singling-out", pair.original, pair.masked, {{"together", 3}}).value / 100;
    double kept = 0;
    double right = 0;
    for (int i = 0; i < 20000; ++i) {
        std::uint32_t set = 0;
        while (std::popcount(set) < 3) set |= 1U << draws.below(6);
        const auto row = static_cast<std::int64_t>(draws.below(120));
        if (singling_out_equals(pair.masked, row, pair.masked, set) != 1) continue;
        ++kept;
        right += singling_out_equals(pair.masked, row, pair.original, set) == 1 ? 1 : 0;
    }
    ASSERT_GT(kept, 2000);
    ASSERT_GT(value, 0.05);
    EXPECT_NEAR(right / kept, value, 4 * std::sqrt(value * (1 - value) / kept));
}

TEST(SinglingOut, ASampleOfCombinationsSpeaksOfAll) {
    Draws draws = Random(4).stream("sample").at(0);
    const SinglingOutPair pair{singling_out_table(draws, 300, 10, 9, 0.0),
                               singling_out_table(draws, 250, 10, 9, 0.0)};
    const auto run = [&](std::int64_t most, std::uint64_t seed, int threads) {
        return test::assess("singling-out", pair.original, pair.masked,
                            {{"together", 3}, {"most", most}}, threads, {}, seed);
    };
    const Measurement all = run(120, 1, 1);
    EXPECT_FALSE(all.interval.has_value());
    EXPECT_EQ(all.details["combinations"], 120);
    int inside = 0;
    double guesses = 0;
    constexpr int kSeeds = 200;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        const Measurement some = run(15, static_cast<std::uint64_t>(seed), 1);
        ASSERT_TRUE(some.interval.has_value());
        EXPECT_EQ(some.details["combinations"], 15);
        EXPECT_EQ(some.details["all_combinations"], 120);
        EXPECT_EQ(some.warnings.size(), 1U);
        EXPECT_LE((*some.interval)[0], some.value);
        EXPECT_GE((*some.interval)[1], some.value);
        inside += (*some.interval)[0] <= all.value && all.value <= (*some.interval)[1] ? 1 : 0;
        guesses += some.details["guesses"].get<double>() / 15;
        if (seed > 20) continue;
        const Measurement again = run(15, static_cast<std::uint64_t>(seed), 2);
        EXPECT_EQ(again.details.dump(), some.details.dump());
        EXPECT_EQ(again.interval, some.interval);
    }
    EXPECT_GE(inside, kSeeds * 95 / 100);
    // Every combination is drawn as often as another.
    const double mean = all.details["guesses"].get<double>() / 120;
    EXPECT_NEAR(guesses / kSeeds, mean, 0.05 * mean);
    // All but one of them.
    EXPECT_EQ(run(119, 5, 1).details["combinations"], 119);
}

// Column j has 2^j values of one record each: the guesses of a set of columns tell which it was.
TEST(SinglingOut, EverySetOfColumnsIsDrawnAsOften) {
    std::vector<ColumnPtr> columns;
    for (std::size_t j = 0; j < 5; ++j) {
        std::vector<double> numbers(40, 0.0);
        const std::size_t size = std::size_t{1} << j;
        for (std::size_t i = 0; i < size; ++i) numbers[size - 1 + i] = static_cast<double>(i + 1);
        columns.push_back(Column::numeric("n" + std::to_string(j), numbers));
    }
    const Table table(std::move(columns));
    std::map<std::int64_t, int> drawn;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const Measurement found =
            test::assess("singling-out", table, table, {{"together", 2}, {"most", 1}}, 1, {}, seed);
        ++drawn[found.details["guesses"].get<std::int64_t>()];
    }
    EXPECT_EQ(drawn.size(), 10U);
    for (const auto& [guesses, times] : drawn) {
        EXPECT_EQ(std::popcount(static_cast<std::uint64_t>(guesses)), 2);
        EXPECT_NEAR(times, 100, 4 * std::sqrt(90.0)) << guesses;
    }
}

TEST(SinglingOut, TakesAllColumnsWhereThereAreFewer) {
    Draws draws = Random(5).stream("few").at(0);
    const SinglingOutPair pair{singling_out_table(draws, 30, 2, 9, 0.0),
                               singling_out_table(draws, 20, 2, 9, 0.0)};
    const Measurement found = test::assess("singling-out", pair.original, pair.masked);
    EXPECT_EQ(found.details["together"], 2);
    EXPECT_EQ(found.details["combinations"], 1);
    EXPECT_EQ(found.details["guesses"], naive_singling_out(pair, 2).guesses);
    EXPECT_EQ(found.warnings.size(), 1U);
}

// A share of guesses is no share of the people: no assessment runs it unasked or is headed by it.
TEST(SinglingOut, IsNoShareOfThePeople) {
    const Method& method = *find_method("singling-out");
    EXPECT_FALSE(method.info.finds_people);
    EXPECT_TRUE(method.info.assessed_with.empty());
    EXPECT_EQ(method.info.scale, Scale::none);
    EXPECT_EQ(method.info.figures, nullptr);
}

// More sets of columns than any number can count.
TEST(SinglingOut, DrawsFromMoreCombinationsThanCanBeCounted) {
    Draws draws = Random(6).stream("many").at(0);
    std::vector<ColumnPtr> columns;
    for (int j = 0; j < 2000; ++j) {
        columns.push_back(
            Column::numeric("n" + std::to_string(j), {0, static_cast<double>(draws.below(2)), 1}));
    }
    const Table table(std::move(columns));
    const Measurement found =
        test::assess("singling-out", table, table, {{"together", 1000}, {"most", 3}});
    EXPECT_EQ(found.details["combinations"], 3);
    EXPECT_TRUE(found.details["all_combinations"].is_null());
    EXPECT_EQ(found.details["guesses"], 9);
    EXPECT_EQ(found.value, 100);
    ASSERT_TRUE(found.interval.has_value());
    // Wilson's interval of 3 out of 3.
    EXPECT_NEAR((*found.interval)[0], 100 * 3 / (3 + 1.959963984540054 * 1.959963984540054), 1e-9);
    EXPECT_EQ((*found.interval)[1], 100);
}

}  // namespace
}  // namespace lethe
