// Probabilistic linkage by levels: counts, searches and links against every pair looked at one by
// one, and the bound of k-anonymity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "assess.h"
#include "category_tables.h"
#include "lethe/algo/linkage/heaviest_links.h"
#include "lethe/algo/linkage/level_agreement.h"
#include "lethe/table/attack/linkage/pair_patterns.h"
#include "lethe/table/attack/linkage/weighed_links.h"

namespace lethe {
namespace {

// Numbers of a few values or of many, categories with sets, missing values here and there.
LevelColumn level_agreement_random_column(Draws& draws, std::size_t rows_x, std::size_t rows_y) {
    LevelColumn column;
    const std::uint64_t values = 1 + draws.below(12);
    const bool sets = draws.below(3) == 0;
    const auto value = [&] {
        return draws.below(10) == 0 ? std::numeric_limits<double>::quiet_NaN()
                                    : static_cast<double>(draws.below(values));
    };
    for (std::size_t i = 0; i < rows_x; ++i) column.x.push_back(value());
    for (std::size_t i = 0; i < rows_y; ++i) column.y.push_back(value());
    const std::uint64_t widths = 1 + draws.below(3);
    for (std::uint64_t l = 0; l < widths; ++l) {
        column.widths.push_back(static_cast<double>(l == 0 ? draws.below(2) : l * l + 1));
    }
    if (!sets) return column;
    for (int set = 0; set < 2; ++set) {
        std::vector<double>& members = column.sets.emplace_back();
        for (std::uint64_t v = 0; v < values; ++v) {
            if (draws.below(2) == 0) members.push_back(static_cast<double>(v));
        }
    }
    column.set_of.assign(rows_y, -1);
    for (std::size_t i = 0; i < rows_y; ++i) {
        if (draws.below(3) != 0) continue;
        column.set_of[i] = static_cast<std::int32_t>(draws.below(2));
        column.y[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return column;
}

struct Files {
    std::vector<LevelColumn> columns;
    std::vector<std::vector<std::int64_t>> weights;
    std::vector<std::int64_t> match;  // the row of y, -1: none

    std::int64_t weight(std::size_t x, std::size_t y) const {
        std::int64_t total = 0;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            total += weights[k][static_cast<std::size_t>(columns[k].level(x, y))];
        }
        return total;
    }
    attack::Wanted wanted() const { return {columns, match, weights}; }
};

Files random_files(std::uint64_t seed) {
    Draws draws = Random(seed).stream("files").at(0);
    Files files;
    const std::size_t rows_x = 1 + draws.below(30);
    const std::size_t rows_y = 1 + draws.below(30);
    const std::size_t columns = 1 + draws.below(4);
    for (std::size_t k = 0; k < columns; ++k) {
        files.columns.push_back(level_agreement_random_column(draws, rows_x, rows_y));
        std::vector<std::int64_t>& weights = files.weights.emplace_back();
        for (int l = 0; l < files.columns[k].levels(); ++l) {
            weights.push_back(static_cast<std::int64_t>(draws.below(7)) - 3);
        }
        // Two levels may weigh anything; more fall from the nearest on.
        if (weights.size() > 2) std::sort(weights.rbegin(), weights.rend());
    }
    const auto order = random_permutation(Random(seed).stream("match"),
                                          static_cast<std::int64_t>(std::max(rows_x, rows_y)));
    for (std::size_t i = 0; i < rows_x; ++i) {
        files.match.push_back(order[i] < static_cast<std::int64_t>(rows_y) ? order[i] : -1);
    }
    return files;
}

TEST(LevelAgreement, CountsAreThoseOfAllPairs) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Files files = random_files(seed);
        for (const LevelColumn& column : files.columns) {
            std::vector<std::int64_t> counts(static_cast<std::size_t>(column.levels()), 0);
            for (std::size_t i = 0; i < column.x.size(); ++i) {
                for (std::size_t j = 0; j < column.y.size(); ++j) {
                    ++counts[static_cast<std::size_t>(column.level(i, j))];
                }
            }
            EXPECT_EQ(count_levels(column), counts) << seed;
        }
    }
}

TEST(LevelAgreement, PatternsWithinATolerance) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Files files = random_files(seed);
        for (LevelColumn& column : files.columns) {
            column.widths.resize(1);
            column.sets.clear();
            column.set_of.clear();
        }
        std::vector<std::int64_t> pairs(std::size_t{1} << files.columns.size(), 0);
        for (std::size_t i = 0; i < files.columns[0].x.size(); ++i) {
            for (std::size_t j = 0; j < files.columns[0].y.size(); ++j) {
                std::size_t pattern = 0;
                for (std::size_t k = 0; k < files.columns.size(); ++k) {
                    if (files.columns[k].level(i, j) == 0) pattern |= std::size_t{1} << k;
                }
                ++pairs[pattern];
            }
        }
        EXPECT_EQ(attack::pair_patterns(test::threads(2), files.columns, Random(1)).pairs, pairs)
            << seed;
    }
}

// The chance of a right link when `query` goes to the heaviest of the others.
template <class Weight>
double chance(std::size_t others, std::int64_t own, Weight weight) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (std::size_t j = 0; j < others; ++j) most = std::max(most, weight(j));
    double ties = 0;
    for (std::size_t j = 0; j < others; ++j) ties += weight(j) == most ? 1 : 0;
    return own >= 0 && weight(static_cast<std::size_t>(own)) == most ? 1 / ties : 0;
}

TEST(LevelAgreement, TheHeaviestAreThoseOfAllPairs) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        const Files files = random_files(seed);
        double from_x = 0, from_y = 0;
        for (std::size_t i = 0; i < files.match.size(); ++i) {
            if (files.match[i] < 0) continue;
            const auto own = static_cast<std::size_t>(files.match[i]);
            from_x += chance(files.columns[0].y.size(), files.match[i],
                             [&](std::size_t j) { return files.weight(i, j); });
            from_y += chance(files.columns[0].x.size(), static_cast<std::int64_t>(i),
                             [&](std::size_t x) { return files.weight(x, own); });
        }
        std::vector<std::int64_t> people(files.match.size());
        std::iota(people.begin(), people.end(), 0);
        const Context context = test::threads(2);
        const auto found =
            attack::heaviest_links(context, files.wanted(), Looks::from_x, people, Random(1));
        EXPECT_NEAR(found.expected, from_x, 1e-9) << seed;
        EXPECT_EQ(found.looked_for, std::ssize(people));
        EXPECT_NEAR(
            attack::heaviest_links(context, files.wanted(), Looks::from_y, people, Random(1))
                .expected,
            from_y, 1e-9)
            << seed;
    }
}

// With a tree of some depth, and boxes counted as a whole.
TEST(LevelAgreement, TheHeaviestOfLargerFiles) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Files files;
        Draws draws = Random(seed).stream("large").at(0);
        const std::size_t rows = 400;
        for (std::size_t k = 0; k < 3; ++k) {
            LevelColumn& column = files.columns.emplace_back();
            for (std::size_t i = 0; i < rows; ++i) {
                column.x.push_back(draws.normal());
                column.y.push_back(column.x.back() + 0.1 * draws.normal());
            }
            column.widths = {0, 0.05, 0.2, 0.6};
            files.weights.push_back({9, 5, 3, 1, -4});
        }
        files.match.resize(rows);
        std::iota(files.match.begin(), files.match.end(), 0);
        double expected = 0;
        for (std::size_t i = 0; i < rows; ++i) {
            expected +=
                chance(rows, files.match[i], [&](std::size_t j) { return files.weight(i, j); });
        }
        EXPECT_NEAR(attack::heaviest_links(test::threads(2), files.wanted(), Looks::from_x,
                                           files.match, Random(1))
                        .expected,
                    expected, 1e-9);
    }
}

// Too much work: fewer are looked for, and still each among all.
TEST(LevelAgreement, FewerPeopleWhereThatIsTooMuchWork) {
    const std::size_t rows = 3000;
    Files files;
    LevelColumn& column = files.columns.emplace_back();
    column.widths = {0};
    for (std::size_t i = 0; i < rows; ++i) {
        column.x.push_back(static_cast<double>(i / 3));
        column.y.push_back(static_cast<double>(i / 3));
        files.match.push_back(static_cast<std::int64_t>(i));
    }
    files.weights = {{5, -5}};
    const auto found = attack::heaviest_links(test::threads(2), files.wanted(), Looks::from_x,
                                              files.match, Random(1), 1);
    EXPECT_EQ(found.looked_for, 1000);
    EXPECT_NEAR(found.expected, 1000.0 / 3, 1e-9);
}

// Records in groups of k or more with the same values: nothing that is reported exceeds one in k,
// whatever is compared and by whichever rule.
TEST(LevelAgreement, NoMoreThanOneInKOfAKAnonymousRelease) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(seed);
        const Random random(seed);
        Draws draws = random.stream("shape").at(0);
        const auto k = static_cast<std::int64_t>(2 + draws.below(5));
        const auto rows =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(k) + draws.below(40));
        const Table numbers = test::random_table(random, rows, 2, draws.below(2) == 0 ? 0 : 9);
        const Table categories = test::random_categories(random.part(1), rows, 3, 5);
        std::vector<ColumnPtr> columns;
        std::vector<ColumnPtr> masked;
        // The rows in a random order, k at a time, all with the values of the first.
        const auto order = random_permutation(random.stream("groups"), rows);
        std::vector<std::int64_t> shown(static_cast<std::size_t>(rows));
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::int64_t group = std::min(i / k, rows / k - 1);
            shown[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] =
                order[static_cast<std::size_t>(group * k)];
        }
        int next = 0;
        for (const Table* table : {&numbers, &categories}) {
            for (const ColumnPtr& column : table->columns()) {
                const ColumnPtr named =
                    column->renamed(std::string(1, static_cast<char>('a' + next++)));
                columns.push_back(named);
                masked.push_back(named->gather(shown));
            }
        }
        const Table original(columns);
        const Table release(masked);
        test::Intruder who;
        if (draws.below(3) == 0) {
            who.known = random_subset(random.stream("known"), rows, (rows + 1) / 2);
        }
        const double bound = 100.0 / static_cast<double>(k) + 1e-9;
        for (const char* comparison : {"levels", "exact"}) {
            for (const char* model : {"em", "known"}) {
                const Measurement result =
                    test::assess("probabilistic-linkage", original, release,
                                 {{"comparison", comparison}, {"model", model}}, 1, who, seed);
                EXPECT_LE(result.value, bound) << comparison << " " << model;
                EXPECT_LE(result.details["heaviest"].get<double>(), bound)
                    << comparison << " " << model;
            }
        }
    }
}

}  // namespace
}  // namespace lethe
