// The space of categories against its definition in fractions, its pool against the plain pool, and
// its linkage against the plain one.
#include "lethe/space/categories.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "lethe/algo/linkage/neighbours.h"
#include "lethe/algo/partition/mdav.h"
#include "lethe/space/plain_pool.h"
#include "support.h"

namespace lethe {
namespace {

// One to five columns of every kind, each with up to nine categories; some values missing.
Table categories_random_records(Draws& draws, std::int64_t rows) {
    std::vector<ColumnPtr> columns;
    const auto count = 1 + draws.below(5);
    for (std::uint64_t j = 0; j < count; ++j) {
        const std::string name(1, static_cast<char>('a' + j));
        const std::uint64_t size = 1 + draws.below(9);
        const std::uint64_t kind = draws.below(3);
        Validity validity(rows);
        std::vector<double> numbers;
        std::vector<std::int32_t> codes;
        for (std::int64_t row = 0; row < rows; ++row) {
            numbers.push_back(static_cast<double>(draws.below(size)) / 4);
            codes.push_back(static_cast<std::int32_t>(draws.below(size)));
            if (draws.below(12) == 0) {
                validity.set_missing(row);
                numbers.back() = codes.back() = 0;
            }
        }
        if (kind == 0) {
            columns.push_back(Column::numeric(name, std::move(numbers), validity));
            continue;
        }
        Dictionary dictionary;
        for (std::uint64_t i = 0; i < size; ++i) dictionary.push_back(std::to_string(i));
        columns.push_back(Column::categories(
            name, kind == 1 ? Kind::ordinal : Kind::nominal, std::move(codes),
            std::make_shared<const Dictionary>(std::move(dictionary)), validity));
    }
    return Table(std::move(columns));
}

// Of complete columns.
double distance_by_definition(const Table& table, std::int64_t a, std::int64_t b) {
    double sum = 0;
    for (const ColumnPtr& column : table.columns()) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        if (column->is_numeric()) {
            const auto [least, most] =
                std::minmax_element(column->numbers().begin(), column->numbers().end());
            if (*most > *least) {
                sum += std::abs(column->numbers()[i] - column->numbers()[j]) / (*most - *least);
            }
        } else if (column->kind() == Kind::nominal) {
            sum += column->codes()[i] != column->codes()[j] ? 1 : 0;
        } else {
            sum += std::abs(column->codes()[i] - column->codes()[j]) /
                   static_cast<double>(column->dictionary().size());
        }
    }
    return sum / static_cast<double>(table.columns().size());
}

bool complete(const Table& table) {
    return std::none_of(table.columns().begin(), table.columns().end(),
                        [](const ColumnPtr& column) { return column->has_missing(); });
}

TEST(CategoriesReference, DistanceIsTheMeanOfTheColumns) {
    const Stream stream = Random(61).stream("tables");
    int compared = 0;
    for (int run = 0; run < 3000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(8));
        const Table table = categories_random_records(draws, rows);
        if (!complete(table)) continue;
        ++compared;
        const CategorySpace space(Context(), table, table.names());
        for (std::int64_t a = 0; a < rows; ++a) {
            for (std::int64_t b = 0; b < rows; ++b) {
                EXPECT_NEAR(space.scales().mean(space.distance(a, b)),
                            distance_by_definition(table, a, b), 1e-6);
                EXPECT_EQ(space.distance(space.point(a), b), space.distance(a, b));
            }
        }
    }
    EXPECT_GT(compared, 500);
}

Table two_ordinals() {
    const auto three = std::make_shared<const Dictionary>(Dictionary{"0", "1", "2"});
    const auto six = std::make_shared<const Dictionary>(Dictionary{"0", "1", "2", "3", "4", "5"});
    return Table({Column::categories("a", Kind::ordinal, {0, 1, 0, 2}, three),
                  Column::categories("b", Kind::ordinal, {0, 2, 4, 5}, six)});
}

TEST(CategoriesReference, EquallyFarIsExactlySo) {
    // A third and a third, or nothing and two thirds.
    const Table table = two_ordinals();
    const CategorySpace space(Context(), table, table.names());
    EXPECT_EQ(space.distance(0, 1), space.distance(0, 2));
    EXPECT_EQ(space.scales().whole, 6);
}

TEST(CategoriesReference, ThePoolAnswersAsThePlainOne) {
    const Stream stream = Random(62).stream("pools");
    std::vector<std::int64_t> near, plain_near;
    for (int run = 0; run < 400; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(run % 50 == 0 ? 5000 : 120));
        const Table table = categories_random_records(draws, rows);
        const CategorySpace space(Context(), table, table.names());
        CategorySpace::Pool pool(Context(), space);
        PlainPool<CategorySpace> plain(Context(), space);
        const auto order = random_permutation(Random(62).part(7).stream("order"), rows);
        for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 200); ++i) {
            const auto other =
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(rows)));
            const auto count = static_cast<std::int64_t>(draws.below(12));
            ASSERT_EQ(pool.farthest_from_centroid(), plain.farthest_from_centroid()) << run;
            ASSERT_EQ(pool.farthest_from(other), plain.farthest_from(other)) << run;
            pool.nearest(other, count, near);
            plain.nearest(other, count, plain_near);
            ASSERT_EQ(near, plain_near) << run;
            pool.remove(order[i]);
            plain.remove(order[i]);
        }
    }
}

TEST(CategoriesReference, TheCentreIsThatOfTheDefinition) {
    const Stream stream = Random(63).stream("centres");
    for (int run = 0; run < 2000; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(1 + draws.below(15));
        const Table table = categories_random_records(draws, rows);
        const CategorySpace space(Context(), table, table.names());
        std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
        std::iota(all.begin(), all.end(), std::int64_t{0});
        const auto centre = space.centroid(all);
        for (std::size_t j = 0; j < centre.size(); ++j) {
            std::vector<std::int32_t> codes(space.codes(j).begin(), space.codes(j).end());
            std::sort(codes.begin(), codes.end());
            const auto order = space.scales().columns[j].order;
            if (order == CategoryScale::Order::steps) {
                EXPECT_EQ(centre[j], codes[(codes.size() - 1) / 2]);
            } else if (order == CategoryScale::Order::equality) {
                const auto times = [&](std::int32_t code) {
                    return std::count(codes.begin(), codes.end(), code);
                };
                for (const std::int32_t code : codes) {
                    EXPECT_GE(times(centre[j]), times(code));
                    if (code < centre[j]) {
                        EXPECT_GT(times(centre[j]), times(code));
                    }
                }
            }
        }
    }
}

TEST(CategoriesReference, LinkageIsThatOfThePlainSearch) {
    const Stream stream = Random(64).stream("files");
    for (int run = 0; run < 1500; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(2 + draws.below(run % 100 == 0 ? 3000 : 60));
        const Table table = categories_random_records(draws, rows);
        const CategoryScales scales = category_scales(Context(), table, table.names());
        const auto held = random_subset(
            Random(64).part(static_cast<std::uint64_t>(run)).stream("held"), rows, 1 + rows / 2);
        const CategorySpace queries(Context(), scales, table.gather(held), table.names());
        const CategorySpace targets(Context(), scales, table, table.names());
        std::vector<std::int64_t> matches;
        for (std::size_t i = 0; i < held.size(); ++i) {
            matches.push_back(
                static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(rows) + 1)) - 1);
        }
        const auto found = nearest_of_all(test::threads(2), queries, targets, matches);
        const auto plain = plain_nearest_of_all(Context(), queries, targets, matches);
        ASSERT_EQ(found.size(), plain.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(found[i].distance, plain[i].distance);
            ASSERT_EQ(found[i].ties, plain[i].ties);
            ASSERT_EQ(found[i].row, plain[i].row);
            ASSERT_EQ(found[i].has_match, plain[i].has_match);
        }
    }
}

TEST(CategoriesReference, MdavIsThatOfThePlainPool) {
    const Stream stream = Random(65).stream("mdav");
    for (int run = 0; run < 500; ++run) {
        Draws draws = stream.at(run);
        const auto rows = static_cast<std::int64_t>(10 + draws.below(100));
        const auto k = static_cast<std::int64_t>(2 + draws.below(5));
        const Table table = categories_random_records(draws, rows);
        const CategorySpace space(Context(), table, table.names());
        ASSERT_EQ(mdav(Context(), space, k), plain_mdav(Context(), space, k));
    }
}

TEST(CategoriesReference, LabelsOfAnotherDictionaryAreKnownByTheirText) {
    const Table first({Column::from_texts("a", Kind::nominal, std::vector<std::string>{"x", "y"})});
    const Table second(
        {Column::from_texts("a", Kind::nominal, std::vector<std::string>{"new", "y", "x"})});
    const std::vector<std::string> columns{"a"};
    const CategoryScales scales = category_scales(Context(), first, columns);
    const CategorySpace held(Context(), scales, first, columns);
    const CategorySpace released(Context(), scales, second, columns);
    EXPECT_EQ(released.distance(held.point(0), 2), 0);
    EXPECT_EQ(released.distance(held.point(1), 1), 0);
    EXPECT_GT(released.distance(held.point(0), 0), 0);
    EXPECT_GT(released.distance(held.point(1), 0), 0);
}

}  // namespace
}  // namespace lethe
