// Exact matching, matching weights, minimal uniques and attribute inference beside their
// definitions, written out without thought of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "assess.h"
#include "category_tables.h"
#include "lethe/algo/linkage/matching_weights.h"
#include "lethe/algo/population/minimal_uniques.h"
#include "lethe/table/attack/exact_matching.h"

namespace lethe {
namespace {

bool equal_cells(const Column& a, std::int64_t i, const Column& b, std::int64_t j) {
    if (!a.valid(i) || !b.valid(j)) return a.valid(i) == b.valid(j);
    return a.text(i) == b.text(j);
}

bool inference_agree(const Table& table, std::int64_t i, std::int64_t j, MissingMatches missing) {
    for (const ColumnPtr& column : table.columns()) {
        const bool blank = !column->valid(i) || !column->valid(j);
        if (missing == MissingMatches::any && blank) continue;
        if (!equal_cells(*column, i, *column, j)) return false;
    }
    return true;
}

// A few columns of few categories, some of them missing.
Table small_table(const Random& random, std::int64_t rows) {
    Draws draws = random.stream("shape").at(0);
    const auto columns = static_cast<int>(1 + draws.below(4));
    const auto values = static_cast<int>(2 + draws.below(3));
    return test::with_missing(test::random_categories(random, rows, columns, values), random,
                              2 + draws.below(6));
}

TEST(MatchingWeights, AreThoseOfThePairs) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Table table = small_table(Random(seed), 12);
        std::vector<double> weights;
        for (std::int64_t row = 0; row < 12; ++row) {
            weights.push_back(0.5 + 100 * Random(seed).stream("weights").at(row).uniform());
        }
        for (const MissingMatches missing : {MissingMatches::own, MissingMatches::any}) {
            const auto got =
                matching_weights(test::threads(2), table, table.names(), weights, missing);
            for (std::int64_t i = 0; i < 12; ++i) {
                double sum = 0;
                for (std::int64_t j = 0; j < 12; ++j) {
                    if (inference_agree(table, i, j, missing))
                        sum += weights[static_cast<std::size_t>(j)];
                }
                EXPECT_NEAR(got[static_cast<std::size_t>(i)], sum, 1e-9);
            }
        }
    }
}

TEST(MinimalUniques, AreThoseOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 800; ++seed) {
        const Table table = small_table(Random(seed).part(1), 9);
        const auto names = table.names();
        std::vector<std::int64_t> rows(9);
        for (std::int64_t row = 0; row < 9; ++row) rows[static_cast<std::size_t>(row)] = row;
        const auto got = minimal_uniques(test::threads(2), table, names, rows);
        for (std::int64_t row = 0; row < 9; ++row) {
            const auto alone = [&](unsigned set) {
                for (std::int64_t other = 0; other < 9; ++other) {
                    bool same = other != row;
                    for (std::size_t j = 0; j < names.size() && same; ++j) {
                        const Column& column = table.column(names[j]);
                        if ((set >> j) & 1U) same = equal_cells(column, row, column, other);
                    }
                    if (same) return false;
                }
                return true;
            };
            std::set<std::vector<std::size_t>> expected;
            for (unsigned set = 1; set < (1U << names.size()); ++set) {
                std::vector<std::size_t> columns;
                bool held = true;
                bool minimal = true;
                for (std::size_t j = 0; j < names.size(); ++j) {
                    if (((set >> j) & 1U) == 0) continue;
                    columns.push_back(j);
                    held = held && table.column(names[j]).valid(row);
                    const unsigned smaller = set & ~(1U << j);
                    minimal = minimal && (smaller == 0 || !alone(smaller));
                }
                if (columns.size() <= 3 && held && minimal && alone(set)) expected.insert(columns);
            }
            const auto& sets = got[static_cast<std::size_t>(row)];
            EXPECT_EQ(std::set(sets.begin(), sets.end()), expected);
            EXPECT_EQ(sets.size(), expected.size());
        }
    }
}

// Some cells suppressed, some changed; a released record agrees with a person where each of its
// values is hers or may have been suppressed. What was missing from the start is known to be
// missing, and is all that is missing in a column in which nothing was suppressed.
TEST(ExactMatching, CountsTheRecordsThatAgree) {
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        const Table original = small_table(Random(seed).part(2), 10);
        const Table changed = test::other_categories(original, Random(seed).part(3), 0.1, 0.0);
        const Table masked = test::with_missing(changed, Random(seed).part(4), 4);
        const Context context = test::threads(2);
        // What was missing stays missing.
        std::vector<ColumnPtr> columns;
        for (const ColumnPtr& column : masked.columns()) {
            Validity validity(10);
            for (std::int64_t row = 0; row < 10; ++row) {
                if (!column->valid(row) || !original.column(column->name()).valid(row)) {
                    validity.set_missing(row);
                }
            }
            columns.push_back(Column::categories(column->name(), column->kind(),
                                                 {column->codes().begin(), column->codes().end()},
                                                 column->dictionary_ptr(), validity));
        }
        const Table released(columns);
        const auto has_suppressed = [&](const std::string& name) {
            return released.column(name).missing() > original.column(name).missing();
        };
        const AssessInput input{original, released, original.names(), Random(1), context};
        const auto got = attack::exact_matches(input);
        for (std::int64_t person = 0; person < 10; ++person) {
            const auto agrees = [&](std::int64_t row) {
                for (const ColumnPtr& known : original.columns()) {
                    const Column& shown = released.column(known->name());
                    if (!shown.valid(row) && has_suppressed(known->name())) continue;
                    if (!equal_cells(*known, person, shown, row)) return false;
                }
                return true;
            };
            std::int64_t count = 0;
            for (std::int64_t row = 0; row < 10; ++row) count += agrees(row) ? 1 : 0;
            EXPECT_EQ(got[static_cast<std::size_t>(person)], agrees(person) ? count : 0) << seed;
        }
    }
}

// One column inferred from others that are equal or not.
struct NaiveInference {
    std::vector<std::vector<int>> known;     // by original row
    std::vector<std::vector<int>> released;  // by masked row
    std::vector<int> truth;                  // -1: missing
    std::vector<int> shown;

    int distance(std::size_t person, std::size_t row) const {
        int sum = 0;
        for (std::size_t j = 0; j < known[person].size(); ++j) {
            sum += known[person][j] != released[row][j] ? 1 : 0;
        }
        return sum;
    }
    double guess(const std::vector<int>& values, int person_truth, double otherwise) const {
        std::map<int, int> counts;
        for (const int value : values) {
            if (value >= 0) ++counts[value];
        }
        if (counts.empty()) return otherwise;
        int most = 0;
        for (const auto& [value, count] : counts) most = std::max(most, count);
        double tied = 0;
        for (const auto& [value, count] : counts) tied += count == most ? 1 : 0;
        return counts.contains(person_truth) && counts[person_truth] == most ? 1 / tied : 0;
    }
    // All rows at most as far as the count-th nearest one.
    std::vector<int> nearest(std::size_t person, std::size_t count, bool leave_out) const {
        std::vector<std::pair<int, std::size_t>> order;
        for (std::size_t row = 0; row < released.size(); ++row) {
            if (leave_out && row == person) continue;
            order.emplace_back(distance(person, row), row);
        }
        std::sort(order.begin(), order.end());
        std::vector<int> values;
        const int reach = order[std::min(count, order.size()) - 1].first;
        for (const auto& [d, row] : order) {
            if (d <= reach) values.push_back(shown[row]);
        }
        return values;
    }
    std::array<double, 3> shares(std::size_t few) const {  // inferred, without release, without own
        std::array<double, 2> with{}, without{};
        double none = 0;
        double people = 0;
        for (std::size_t person = 0; person < truth.size(); ++person) {
            if (truth[person] < 0) continue;
            ++people;
            const double otherwise = guess(truth, truth[person], 0);
            none += otherwise;
            for (const std::size_t rule : {0U, 1U}) {
                const std::size_t count = rule == 0 ? 1 : few;
                with[rule] += guess(nearest(person, count, false), truth[person], otherwise);
                without[rule] += guess(nearest(person, count, true), truth[person], otherwise);
            }
        }
        return {100 * std::max({with[0], with[1], none}) / people, 100 * none / people,
                100 * std::max(without[0], without[1]) / people};
    }
};

TEST(AttributeInference, IsThatOfTheDefinition) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const Random random(seed);
        Draws draws = random.stream("shape").at(0);
        constexpr std::size_t kRows = 14;
        const std::size_t columns = 1 + draws.below(3);
        const auto few = static_cast<std::int64_t>(1 + draws.below(5));
        NaiveInference naive;
        for (std::size_t row = 0; row < kRows; ++row) {
            naive.known.emplace_back();
            naive.released.emplace_back();
            for (std::size_t j = 0; j < columns; ++j) {
                const int value = static_cast<int>(draws.below(3));
                naive.known.back().push_back(value);
                naive.released.back().push_back(
                    draws.below(4) == 0 ? static_cast<int>(draws.below(3)) : value);
            }
            const int truth = static_cast<int>(draws.below(3));
            naive.truth.push_back(draws.below(8) == 0 ? -1 : truth);
            naive.shown.push_back(draws.below(8) == 0 ? -1 : truth);
        }
        const auto column = [&](const std::string& name, auto&& value_of) {
            Validity validity(kRows);
            std::vector<std::int32_t> codes;
            for (std::size_t row = 0; row < kRows; ++row) {
                const int value = value_of(row);
                if (value < 0) validity.set_missing(static_cast<std::int64_t>(row));
                codes.push_back(std::max(value, 0));
            }
            const auto dictionary =
                std::make_shared<const Dictionary>(Dictionary{"c0", "c1", "c2"});
            return Column::categories(name, Kind::nominal, codes, dictionary, validity);
        };
        const auto table = [&](const std::vector<std::vector<int>>& values,
                               const std::vector<int>& secret) {
            std::vector<ColumnPtr> made;
            for (std::size_t j = 0; j < columns; ++j) {
                made.push_back(column("q" + std::to_string(j),
                                      [&](std::size_t row) { return values[row][j]; }));
            }
            made.push_back(column("secret", [&](std::size_t row) { return secret[row]; }));
            return Table(made);
        };
        if (std::count(naive.truth.begin(), naive.truth.end(), -1) == kRows) continue;
        const Measurement got =
            test::assess("attribute-inference", table(naive.known, naive.truth),
                         table(naive.released, naive.shown), {{"neighbours", few}}, 2);
        const auto expected = naive.shares(static_cast<std::size_t>(few));
        EXPECT_NEAR(got.value, expected[0], 1e-9) << seed;
        EXPECT_NEAR(got.about_original["without_release"].get<double>(), expected[1], 1e-9);
        EXPECT_NEAR(got.details["without_own_record"].get<double>(), expected[2], 1e-9);
    }
}

}  // namespace
}  // namespace lethe
