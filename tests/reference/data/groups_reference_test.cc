// Groups and matching rows against the comparison of all pairs of rows.
#include <gtest/gtest.h>

#include <cmath>

#include "lethe/data/groups.h"
#include "support.h"

namespace lethe {
namespace {

enum class MissingCells { is_a_value, agrees_with_anything };

bool groups_agree(const Table& table, std::int64_t a, std::int64_t b, MissingCells missing) {
    for (const ColumnPtr& column : table.columns()) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        bool same = false;
        if (!column->valid(a) || !column->valid(b)) {
            same = missing == MissingCells::agrees_with_anything ||
                   column->valid(a) == column->valid(b);
        } else if (column->is_numeric()) {
            same = column->numbers()[i] == column->numbers()[j];
        } else {
            same = column->codes()[i] == column->codes()[j];
        }
        if (!same) return false;
    }
    return true;
}

Groups naive_groups(const Table& table) {
    Groups groups;
    std::vector<std::int64_t> first_rows;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
        std::size_t number = 0;
        while (number < first_rows.size() &&
               !groups_agree(table, first_rows[number], row, MissingCells::is_a_value)) {
            ++number;
        }
        if (number == first_rows.size()) {
            first_rows.push_back(row);
            groups.sizes.push_back(0);
        }
        groups.class_of.push_back(static_cast<std::int32_t>(number));
        ++groups.sizes[number];
    }
    return groups;
}

std::vector<std::int64_t> naive_matches(const Table& table) {
    std::vector<std::int64_t> matches;
    for (std::int64_t a = 0; a < table.rows(); ++a) {
        matches.push_back(0);
        for (std::int64_t b = 0; b < table.rows(); ++b) {
            matches.back() += groups_agree(table, a, b, MissingCells::agrees_with_anything) ? 1 : 0;
        }
    }
    return matches;
}

// A column of a random sort: categories, whole numbers near or far apart, fractions, or all alike.
ColumnPtr groups_random_column(Draws& draws, std::string name, std::int64_t rows, double missing) {
    const std::uint64_t sort = draws.below(5), distinct = 1 + draws.below(6);
    Validity validity(rows);
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    for (std::int64_t row = 0; row < rows; ++row) {
        const bool held = draws.uniform() >= missing;
        if (!held) validity.set_missing(row);
        const auto value = static_cast<double>(held ? draws.below(distinct) : 0);
        codes.push_back(static_cast<std::int32_t>(value));
        numbers.push_back(sort == 2 ? value * 1e11 : sort == 3 ? value / 7 - 0.25 : -value);
        if (!held) numbers.back() = 0;
    }
    if (sort < 4 && sort > 0) {
        return Column::numeric(std::move(name), std::move(numbers), std::move(validity));
    }
    return Column::categories(std::move(name), Kind::nominal, std::move(codes),
                              std::make_shared<const Dictionary>(distinct, "x"),
                              std::move(validity));
}

void groups_expect_naive(const Table& table) {
    const auto names = table.names();
    const Groups groups = naive_groups(table);
    const std::vector<std::int64_t> matches = naive_matches(table);
    for (const int threads : {1, 2, 5}) {
        const Groups found = group_rows(test::threads(threads), table, names);
        ASSERT_EQ(found.class_of, groups.class_of);
        ASSERT_EQ(found.sizes, groups.sizes);
        ASSERT_EQ(matching_rows(test::threads(threads), table, names), matches);
    }
}

TEST(GroupsReference, SmallTables) {
    const Stream stream = Random(21).stream("tables");
    for (std::int64_t repetition = 0; repetition < 4000; ++repetition) {
        Draws draws = stream.at(repetition);
        const auto rows = static_cast<std::int64_t>(draws.below(61));
        const std::uint64_t columns = 1 + draws.below(5);
        const double missing = draws.below(3) == 0 ? 0.0 : draws.uniform() * 0.6;
        std::vector<ColumnPtr> made;
        for (std::uint64_t j = 0; j < columns; ++j) {
            const bool complete = draws.below(4) == 0;
            made.push_back(groups_random_column(draws, std::string(1, static_cast<char>('a' + j)),
                                                rows, complete ? 0.0 : missing));
        }
        groups_expect_naive(Table(std::move(made)));
        if (HasFatalFailure()) FAIL() << "repetition " << repetition;
    }
}

// Columns whose bounds together pass 64 bits by far: keys are folded, tuples take several words.
TEST(GroupsReference, ManyWideColumns) {
    const Stream stream = Random(22).stream("wide");
    for (std::int64_t repetition = 0; repetition < 60; ++repetition) {
        Draws draws = stream.at(repetition);
        const std::uint64_t columns = 2 + draws.below(30), people = 2 + draws.below(100);
        const double missing = draws.uniform() * 0.1;
        const std::int64_t rows = 120;
        std::vector<std::uint64_t> person;
        for (std::int64_t row = 0; row < rows; ++row) person.push_back(draws.below(people));
        std::vector<ColumnPtr> made;
        for (std::uint64_t j = 0; j < columns; ++j) {
            const double scale = draws.below(2) == 0 ? 1e7 : 1.0 / 3;
            Validity validity(rows);
            std::vector<double> numbers;
            for (std::int64_t row = 0; row < rows; ++row) {
                const std::uint64_t own = person[static_cast<std::size_t>(row)] / (1 + j % 3);
                numbers.push_back(scale * static_cast<double>(own));
                if (draws.uniform() < missing) {
                    numbers.back() = 0;
                    validity.set_missing(row);
                }
            }
            made.push_back(Column::numeric("c" + std::to_string(j), std::move(numbers),
                                           draws.below(3) == 0 ? Validity() : std::move(validity)));
        }
        groups_expect_naive(Table(std::move(made)));
        if (HasFatalFailure()) FAIL() << "repetition " << repetition;
    }
}

// Numbers that are all different, in pairs of equal rows or with a few columns that repeat.
TEST(GroupsReference, DistinctNumbers) {
    const Stream stream = Random(23).stream("distinct");
    for (const int copies : {1, 2}) {
        std::vector<ColumnPtr> made;
        for (int j = 0; j < 8; ++j) {
            std::vector<double> numbers;
            for (int row = 0; row < 300; ++row) {
                numbers.push_back(stream.at(j * 1000 + row / copies).normal());
            }
            made.push_back(Column::numeric("c" + std::to_string(j), std::move(numbers)));
        }
        groups_expect_naive(Table(std::move(made)));
    }
}

// Enough rows for tables and, with more columns and so more patterns, for the descent.
TEST(GroupsReference, LargerTables) {
    const Stream stream = Random(24).stream("larger");
    for (std::int64_t repetition = 0; repetition < 12; ++repetition) {
        Draws draws = stream.at(repetition);
        const int columns = repetition % 2 == 0 ? 4 : 14;
        const double missing = (repetition % 2 == 0 ? 0.3 : 0.1) * draws.uniform();
        std::vector<ColumnPtr> made;
        for (int j = 0; j < columns; ++j) {
            made.push_back(groups_random_column(draws, std::string(1, static_cast<char>('a' + j)),
                                                1500, missing));
        }
        groups_expect_naive(Table(std::move(made)));
    }
}

}  // namespace
}  // namespace lethe
